import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages, seen } from "../../../testing/seen-messages.ts";
import { asking } from "../../../testing/test-admin.ts";
import { askPasses, madePass, newHouse } from "../../../testing/test-passes.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { answerRequest } from "../auth/recovery.service.ts";

/* What cannot be sent is not promised: installations with a mail server alone, with a telephone alone, with neither. */

const open: TestServer[] = [];
afterAll(async () => {
  for (const server of open) {
    await server.close();
  }
});

/** As its operator configured it. */
async function installation(variables: Record<string, string> = {}) {
  const server = await startTestServer(variables, { ways: undefined });
  open.push(server);
  await seeMessages(server);
  return server;
}

// Nobody listens there: a message that leaves is tried, and that is all these stories want of it.
const mailServer = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "no-reply@umbral.example" };
const telephone = {
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "t",
  TWILIO_FROM: "+576010000000",
  TWILIO_API_URL: "http://127.0.0.1:1",
};
const bare = await installation();
const withMail = await installation(mailServer);
const withTelephone = await installation(telephone);

const waysOf = async (server: TestServer): Promise<MessageWay[]> =>
  (await asking(server, null)("GET", "/api/push/public-key")).body.ways;
const sent = async (server: TestServer) => (await seen(server)).map(({ channel }) => channel);
const laura = (server: TestServer) => server.newPerson({ userType: "ADMIN" });
const refusal = (status: number, code: string, property?: string) => ({
  status,
  body: { code, errors: property === undefined ? [] : [{ property }] },
});

it("says by which ways its messages leave, to anybody and of nobody", async () => {
  expect(await waysOf(bare)).toEqual([]);
  expect(await waysOf(withMail)).toEqual(["mail"]);
  expect(await waysOf(withTelephone)).toEqual(["sms"]);
});

/** Alberto, who invites to work for his building. */
async function inviting(server: TestServer) {
  const { building, alberto } = await newHouse(server);
  const path = `/api/bb/buildings/${building.id}`;
  return { ask: asking(server, alberto), staff: `${path}/staff`, invitations: `${path}/invitations` };
}

describe("an invitation", () => {
  it("goes to no telephone where no SMS leaves, however its link would travel", async () => {
    const { ask, staff, invitations } = await inviting(withMail);
    for (const isSent of [true, false]) {
      const by = { name: "Pedro Portero", phone: "3005556677", role: "PORTERIA", isSent };
      expect(await ask("POST", staff, by)).toMatchObject(refusal(409, "SMS_NOT_HERE", "phone"));
    }
    expect((await ask("GET", invitations)).body.invitations).toEqual([]);
    const both = { name: "Pedro Portero", phone: "3005556677", email: "pedro@ejemplo.co", role: "PORTERIA" };
    expect((await ask("POST", staff, both)).status).toBe(200);
    const { token_hash: link } = await withMail.db
      .selectFrom("invitations")
      .select("token_hash")
      .where("email", "=", both.email)
      .executeTakeFirstOrThrow();
    expect(link).not.toBeNull();
  });

  it("to a home goes to no mail where none leaves, and nowhere where nothing does", async () => {
    const words = { name: "Nueva Residente", email: "nueva@ejemplo.co", role: "RESIDENTE" };
    for (const [server, code] of [
      [withTelephone, "MAIL_NOT_HERE"],
      [bare, "MESSAGES_NOT_HERE"],
    ] as const) {
      const { building, home, rosa } = await newHouse(server);
      const reply = await asking(server, rosa)("POST", `/api/apartments/${home.id}/invitations`, words);
      expect(reply, building.name).toMatchObject(refusal(409, code, "email"));
    }
  });

  it("that went out by SMS once says that it cannot be accepted now, and offers no code", async () => {
    const { ask, staff, invitations } = await inviting(withMail);
    const wanted = { name: "Carla Conserje", email: "carla@ejemplo.co", role: "CONSERJE", isSent: false };
    const { invitation, linkToPassOn } = (await ask("POST", staff, wanted)).body;
    const token = new URL(linkToPassOn).searchParams.get("token") ?? "";
    await withMail.db
      .updateTable("invitations")
      .set({ email: "", phone: "+573005550000" })
      .where("id", "=", invitation.id)
      .execute();
    const listed = (await ask("GET", invitations)).body.invitations;
    expect(listed).toMatchObject([{ state: "unreachable", phone: "+573005550000" }]);
    expect(await ask("POST", `${invitations}/${invitation.id}/resend`)).toMatchObject(
      refusal(409, "INVITATION_UNREACHABLE"),
    );
    const nobody = asking(withMail, null);
    expect((await nobody("POST", "/api/invitations/read", { token })).body.invitation.ways).toEqual([]);
    const reply = await nobody("POST", "/api/invitations/code", { token, way: "sms" });
    expect(reply).toMatchObject(refusal(409, "SMS_NOT_HERE"));
  });
});

describe("another phone or mail of somebody", () => {
  it("is proposed only where it can be asked whether it is theirs", async () => {
    const { building, home, alberto } = await newHouse(withMail);
    const andres = await withMail.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home.id }],
    });
    const ask = asking(withMail, alberto);
    const { person } = (await ask("GET", `/api/bb/users/${andres.id}/page`)).body;
    expect(person.may.propose).toEqual(["email"]);
    const path = `/api/bb/users/${andres.id}/contact-proposals`;
    expect(await ask("POST", path, { kind: "phone", phone: "3005556677" })).toMatchObject(
      refusal(409, "SMS_NOT_HERE", "phone"),
    );
    expect((await ask("POST", path, { kind: "email", email: "otra@ejemplo.co" })).status).toBe(200);
  });

  it("is not taken up by oneself where no mail leaves, and the password is not even asked", async () => {
    const rosa = await bare.newPerson({ password: "una clave muy larga" });
    const reply = await asking(bare, rosa)("PUT", "/api/user/profile/email", {
      email: "otra@ejemplo.co",
      currentPassword: "no es esta",
    });
    expect(reply).toMatchObject(refusal(409, "MESSAGES_NOT_HERE", "email"));
  });
});

it("makes no administrator whom it cannot write to", async () => {
  const ask = asking(withTelephone, await laura(withTelephone));
  const marta = { cedula: "52000111", name: "Marta Nueva", email: "marta@ejemplo.co" };
  expect(await ask("POST", "/api/bb/administrators", marta)).toMatchObject(
    refusal(409, "MAIL_NOT_HERE", "email"),
  );
  const { administrators } = (await ask("GET", "/api/bb/administrators")).body;
  expect(administrators).toHaveLength(1);
});

it("sends no guest's page by SMS where none leaves", async () => {
  const { building, home, rosa } = await newHouse(withMail);
  const guest = { name: "Carlos", phone: "+573001112233", email: "carlos@ejemplo.co" };
  const { pass } = await madePass(withMail, building, rosa, { apartmentId: home.id, guest });
  const send = (by: string) =>
    askPasses(withMail, building, rosa, "POST", `/${pass.id}/messages`, {
      by,
      requestId: crypto.randomUUID(),
    });
  expect(await send("sms")).toMatchObject(refusal(409, "SMS_NOT_HERE"));
  expect((await send("email")).status).toBe(200);
});

it("does not ask a quick visitor for a code that would never come", async () => {
  const forms = await formsFor(await withMail.newBuilding());
  const form = forms.express();
  expect((await register(withMail, forms.expressPath, form)).status).toBe(200);
  const elsewhere = await formsFor(await withMail.newBuilding());
  const cedula = form["cedula"] ?? "";
  for (const [path, other] of [
    [elsewhere.expressPath, elsewhere.express()],
    [elsewhere.visitorPath, elsewhere.visitor()],
  ] as const) {
    const reply = await register(withMail, path, { ...other, cedula });
    expect(reply).toMatchObject({
      status: 409,
      body: { code: "CLAIM_NOT_HERE", errors: [{ property: "cedula", message: "already exists" }] },
    });
  }
  expect(await withMail.db.selectFrom("registration_claims").selectAll().execute()).toEqual([]);
});

describe("a lost password", () => {
  const recover = (server: TestServer, cedula: string) =>
    asking(server, null)("POST", "/api/user/auth/forgotPassword", { cedula });

  it("is refused alike for whoever has an account and who has none, where nothing leaves", async () => {
    const rosa = await bare.newPerson({ email: "rosa@ejemplo.co" });
    const [known, unknown] = [await recover(bare, rosa.cedula), await recover(bare, "9988776655")];
    expect(known).toMatchObject(refusal(409, "MESSAGES_NOT_HERE"));
    expect(unknown).toEqual(known);
    expect(await answerRequest(bare.app.services)).toBe(false);
  });

  it("is recovered by SMS where no mail leaves, also by who has one", async () => {
    const andres = await withTelephone.newPerson({ email: "andres@ejemplo.co", phone: "+573001234567" });
    const before = (await sent(withTelephone)).length;
    const [known, unknown] = [
      await recover(withTelephone, andres.cedula),
      await recover(withTelephone, "9988776655"),
    ];
    expect(known).toEqual({ status: 200, body: { ok: true } });
    expect(unknown).toEqual(known);
    await expect.poll(async () => (await sent(withTelephone)).slice(before)).toEqual(["sms"]);
  });
});
