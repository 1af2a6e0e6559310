import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { invitedCode, invitedToken, messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/* 'Agregar residente' and 'Invitar': a name, an address, a home and a role; who accepts says their document. */

const server = await startTestServer();
await seeMessages(server);
afterAll(() => server.close());
const nobody = asking(server, null);

const mine = await server.newBuilding("Edificio Mirador");
const other = await server.newBuilding("Conjunto Almendros");
const [home, neighbour] = mine.apartments.map(({ id }) => id);
const path = `/api/apartments/${home}/invitations`;
const person = (
  role: "ADMINISTRADOR" | "RESIDENTE_LIDER" | "RESIDENTE",
  buildingId = mine.id,
  apartmentId = home,
) =>
  server.newPerson({
    spaces: [
      role === "ADMINISTRADOR" ? { role, buildingId } : { role, buildingId, apartmentId: apartmentId ?? "" },
    ],
  });

let rosa: Awaited<ReturnType<typeof person>>;
let alberto: typeof rosa;
let ana: typeof rosa;
let next: typeof rosa;
let andres: typeof rosa;
beforeAll(async () => {
  rosa = await person("RESIDENTE_LIDER");
  next = await person("RESIDENTE_LIDER", mine.id, neighbour);
  andres = await person("RESIDENTE");
  alberto = await person("ADMINISTRADOR");
  ana = await person("ADMINISTRADOR", other.id);
});

const spacesOf = async (cedula: string) =>
  (
    await server.db
      .selectFrom("spaces")
      .innerJoin("users", "users.id", "spaces.user_id")
      .select(["spaces.role", "spaces.status", "spaces.apartment_id as apartmentId"])
      .where("users.cedula", "=", cedula)
      .execute()
  ).map(({ role, status, apartmentId }) => [role, status, apartmentId]);

/** As whoever reads what is sent to the address, with the number of their own document. */
async function accept(token: string, to: string, cedula: string, password = "una clave muy larga") {
  await nobody("POST", "/api/invitations/code", { token, way: to.includes("@") ? "mail" : "sms" });
  const code = await invitedCode(server, to);
  const document = { documentType: "CEDULA_CIUDADANIA", cedula };
  const proven = await nobody("POST", "/api/invitations/proof", { token, code, document });
  const answer = await nobody("POST", "/api/invitations/acceptance", {
    token,
    code,
    document,
    password,
    acceptTerms: true,
  });
  return { proven, answer, code };
}

describe("somebody who is invited to a home by a name and an address", () => {
  it("says their document when they accept, and lives there without another yes", async () => {
    const { status, body } = await asking(server, rosa)("POST", path, {
      name: "Nueva Residente",
      email: "nueva@ejemplo.co",
      role: "RESIDENTE",
    });
    expect([status, body]).toMatchObject([
      200,
      { invitation: { name: "Nueva Residente", role: "RESIDENTE", state: "waiting" }, linkToPassOn: null },
    ]);
    const token = await invitedToken(server, "nueva@ejemplo.co");
    await nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const code = await invitedCode(server, "nueva@ejemplo.co");
    // The code alone is not enough: nobody knows yet who it is.
    expect((await nobody("POST", "/api/invitations/proof", { token, code })).body).toEqual({
      account: "unnamed",
      cedula: "",
    });
    const rest = { token, code, password: "una clave muy larga", acceptTerms: true };
    expect(await nobody("POST", "/api/invitations/acceptance", rest)).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE" },
    });
    const { proven, answer } = await accept(token, "nueva@ejemplo.co", "1122334455");
    expect(proven.body).toEqual({ account: "new", cedula: "1122334455" });
    expect(answer.body).toEqual({ ok: true, cedula: "1122334455" });
    expect(await spacesOf("1122334455")).toEqual([["RESIDENTE", "APPROVED", home]]);
    expect((await asking(server, rosa)("GET", path)).body.invitations).toEqual([]);
    expect(await actionsOf(server, rosa.id)).toContain("members.invited");
  });

  it("comes by a link that the inviter passes on, and still proves the telephone that was typed", async () => {
    const { body } = await asking(server, rosa)("POST", path, {
      name: "Por WhatsApp",
      phone: "3005556677",
      role: "SERVICIOS",
      isSent: false,
    });
    expect(await messagesTo(server, "+573005556677")).toEqual([]);
    const token = new URL(body.linkToPassOn).searchParams.get("token") ?? "";
    const { answer } = await accept(token, "+573005556677", "1199887766");
    expect(answer.status).toBe(200);
    expect(await spacesOf("1199887766")).toEqual([["SERVICIOS", "APPROVED", home]]);
  });

  it("does not lay the role on an account that has another address", async () => {
    const stranger = await server.newPerson({ email: "duena@ejemplo.co", password: "la clave de la dueña" });
    await asking(server, rosa)("POST", path, {
      name: "Impostora",
      email: "impostora@ejemplo.co",
      role: "RESIDENTE",
    });
    const token = await invitedToken(server, "impostora@ejemplo.co");
    const { proven, answer, code } = await accept(token, "impostora@ejemplo.co", stranger.cedula);
    expect(proven.body.account).toBe("other");
    expect(answer).toMatchObject({ status: 409, body: { code: "INVITATION_CONFLICT" } });
    expect(await spacesOf(stranger.cedula)).toEqual([]);
    // Whoever invited sees why it waits, and the account is told: once, however often it is tried.
    await nobody("POST", "/api/invitations/proof", {
      token,
      code,
      document: { documentType: "CEDULA_CIUDADANIA", cedula: stranger.cedula },
    });
    expect((await asking(server, rosa)("GET", path)).body.invitations).toContainEqual(
      expect.objectContaining({ email: "impostora@ejemplo.co", hasConflict: true }),
    );
    const warnings = (await messagesTo(server, "duena@ejemplo.co")).filter(({ body }) =>
      body.includes("con el número de cédula de tu cuenta"),
    );
    expect(warnings).toHaveLength(1);
  });

  it("takes the role on the account that they have, with its password", async () => {
    const own = await server.newPerson({ email: "propia@ejemplo.co", password: "la clave propia" });
    await asking(server, alberto)("POST", path, {
      name: "Propia",
      email: "propia@ejemplo.co",
      role: "PROPIETARIO",
    });
    const token = await invitedToken(server, "propia@ejemplo.co");
    const { proven, answer } = await accept(token, "propia@ejemplo.co", own.cedula, "la clave propia");
    expect([proven.body.account, answer.status]).toEqual(["own", 200]);
    expect(await spacesOf(own.cedula)).toEqual([["PROPIETARIO", "APPROVED", home]]);
  });

  it("goes on as what they are from the day on which that began, until the new end", async () => {
    const own = await server.newPerson({
      email: "prorroga@ejemplo.co",
      password: "la clave propia",
      spaces: [{ role: "RESIDENTE_TEMPORAL", buildingId: mine.id, apartmentId: home ?? "" }],
    });
    const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 24 * 3_600_000);
    const begun = inDays(-30);
    await server.db
      .updateTable("spaces")
      .set({ created_at: begun, decided_at: begun, ends_at: inDays(2) })
      .where("user_id", "=", own.id)
      .execute();
    const endsAt = inDays(60).toISOString();
    const email = "prorroga@ejemplo.co";
    const asked = { name: "Prórroga", email, role: "RESIDENTE_TEMPORAL", endsAt };
    await asking(server, rosa)("POST", path, asked);
    const token = await invitedToken(server, email);
    expect((await accept(token, email, own.cedula, "la clave propia")).answer.status).toBe(200);
    const spaces = await server.db
      .selectFrom("spaces")
      .select(["status", "decided_at as decidedAt", "ends_at as endsAt"])
      .where("user_id", "=", own.id)
      .execute();
    expect(spaces).toEqual([{ status: "APPROVED", decidedAt: begun, endsAt: new Date(endsAt) }]);
  });
});

describe("who may invite", () => {
  const resident = { name: "Alguien", phone: "3001112233", role: "RESIDENTE" };

  it("is the home's leader and the building's administration, and nobody of elsewhere", async () => {
    for (const [who, status] of [
      [ana, 404],
      [next, 403],
      [andres, 403],
      [null, 401],
    ] as const) {
      expect((await asking(server, who)("POST", path, resident)).status).toBe(status);
      expect((await asking(server, who)("GET", path)).status).toBe(status);
    }
  });

  it("is the administration alone for owners, leaders and employees, and for what was sent for these", async () => {
    for (const role of ["RESIDENTE_LIDER", "PROPIETARIO", "EMPLEADO_ADMINISTRATIVO"]) {
      expect(await asking(server, rosa)("POST", path, { ...resident, role })).toMatchObject({
        status: 403,
        body: { code: "INVITATION_IS_OF_ADMINISTRATION" },
      });
    }
    const { body } = await asking(server, alberto)("POST", path, { ...resident, role: "RESIDENTE_LIDER" });
    const one = `${path}/${body.invitation.id}`;
    expect((await asking(server, rosa)("GET", path)).body.invitations).not.toContainEqual(
      expect.objectContaining({ id: body.invitation.id }),
    );
    expect((await asking(server, rosa)("DELETE", one)).status).toBe(404);
    expect((await asking(server, ana)("DELETE", one)).status).toBe(404);
    expect((await asking(server, alberto)("DELETE", one)).status).toBe(200);
  });

  it("says what is missing: an address, or the end of a temporary stay", async () => {
    const ask = asking(server, rosa);
    expect((await ask("POST", path, { name: "Nadie", role: "RESIDENTE" })).body).toMatchObject({
      code: "INCOMPLETE",
      errors: [{ property: "email" }],
    });
    expect((await ask("POST", path, { ...resident, role: "RESIDENTE_TEMPORAL" })).body).toMatchObject({
      code: "INCOMPLETE",
      errors: [{ property: "endsAt" }],
    });
    expect(
      (await ask("POST", path, { ...resident, role: "RESIDENTE_TEMPORAL", endsAt: "2020-01-01T00:00:00Z" }))
        .body.code,
    ).toBe("STAY_IN_THE_PAST");
  });

  it("sends again, takes back, and an invitation to the same address makes way", async () => {
    const ask = asking(server, rosa);
    const other = { ...resident, phone: "3001114455", isSent: false };
    const first = (await ask("POST", path, other)).body;
    const second = (await ask("POST", path, { ...other, name: "Alguien Más" })).body;
    const names = async () =>
      (await ask("GET", path)).body.invitations
        .filter(({ phone }: { phone: string }) => phone === "+573001114455")
        .map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Alguien Más"]);
    const dead = new URL(first.linkToPassOn).searchParams.get("token");
    expect((await nobody("POST", "/api/invitations/read", { token: dead })).status).toBe(404);
    const one = `${path}/${second.invitation.id}`;
    expect((await asking(server, next)("POST", `${one}/resend`, {})).status).toBe(403);
    expect((await ask("POST", `${one}/resend`, {})).status).toBe(200);
    expect(await messagesTo(server, "+573001114455")).toHaveLength(1);
    expect((await ask("DELETE", one)).status).toBe(200);
    expect(await names()).toEqual([]);
    expect((await ask("DELETE", one)).status).toBe(404);
  });
});

describe("an invitation by a leader", () => {
  const resident = { name: "Alguien", role: "RESIDENTE", isSent: false };
  const tokenIn = (link: string) => new URL(link).searchParams.get("token") ?? "";
  const [, , third = ""] = mine.apartments.map(({ id }) => id);
  const there = `/api/apartments/${third}/invitations`;

  it("is worth nothing once they do not lead the home, until somebody who may sends it again", async () => {
    const leader = await person("RESIDENTE_LIDER", mine.id, third);
    const asked = { ...resident, phone: "3002223344" };
    const { body } = await asking(server, leader)("POST", there, asked);
    const token = tokenIn(body.linkToPassOn);
    await nobody("POST", "/api/invitations/code", { token, way: "sms" });
    const code = await invitedCode(server, "+573002223344");
    expect(
      (await asking(server, alberto)("DELETE", `/api/apartments/${third}/members/${leader.id}`)).status,
    ).toBe(200);
    expect(
      await nobody("POST", "/api/invitations/acceptance", {
        token,
        code,
        document: { documentType: "CEDULA_CIUDADANIA", cedula: "1155667788" },
        password: "una clave muy larga",
        acceptTerms: true,
      }),
    ).toMatchObject({ status: 404, body: { code: "INVITATION_NOT_VALID" } });
    expect(await spacesOf("1155667788")).toEqual([]);
    expect((await asking(server, alberto)("GET", there)).body.invitations).toMatchObject([
      { state: "without-word" },
    ]);
    await asking(server, alberto)("POST", `${there}/${body.invitation.id}/resend`, {});
    const sms = await invitedToken(server, "+573002223344");
    expect((await accept(sms, "+573002223344", "1155667788")).answer.status).toBe(200);
    expect(await spacesOf("1155667788")).toEqual([["RESIDENTE", "APPROVED", third]]);
  });

  it("is accepted once, however many try at the same moment", async () => {
    const { body } = await asking(server, rosa)("POST", path, { ...resident, phone: "3003334455" });
    const token = tokenIn(body.linkToPassOn);
    await nobody("POST", "/api/invitations/code", { token, way: "sms" });
    const code = await invitedCode(server, "+573003334455");
    const answers = await Promise.all(
      ["1166778800", "1166778811"].map((cedula) =>
        nobody("POST", "/api/invitations/acceptance", {
          token,
          code,
          document: { documentType: "CEDULA_CIUDADANIA", cedula },
          password: "una clave muy larga",
          acceptTerms: true,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect([...(await spacesOf("1166778800")), ...(await spacesOf("1166778811"))]).toHaveLength(1);
  });

  it("made twice at the same moment is one", async () => {
    const ask = asking(server, rosa);
    const twice = { ...resident, email: "Doble@ejemplo.co" };
    const answers = await Promise.all([ask("POST", path, twice), ask("POST", path, twice)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { invitations } = (await ask("GET", path)).body;
    expect(invitations.filter(({ email }: { email: string }) => email === twice.email)).toHaveLength(1);
  });

  it("does not show a leader what the administration typed of somebody", async () => {
    await asking(server, alberto)("POST", path, {
      ...resident,
      name: "De Oficina",
      email: "oficina@ejemplo.co",
    });
    const { invitations } = (await asking(server, rosa)("GET", path)).body;
    expect(invitations).toContainEqual(expect.objectContaining({ name: "De Oficina", email: "", phone: "" }));
  });
});

describe("what holds those who invite back", () => {
  const resident = { name: "Alguien", role: "RESIDENTE" };

  it("is a limit for one address, so that nobody is flooded", async () => {
    const ask = asking(server, next);
    const to = `/api/apartments/${neighbour}/invitations`;
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      statuses.push((await ask("POST", to, { ...resident, email: "inundada@ejemplo.co" })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await messagesTo(server, "inundada@ejemplo.co")).toHaveLength(5);
  });

  it("is the administration's second factor", async () => {
    const unproven = { ...alberto, ...(await server.newSession(alberto.id, { hasSecondFactor: false })) };
    for (const [method, body] of [["POST", { ...resident, phone: "3001110000" }], ["GET"]] as const) {
      expect(await asking(server, unproven)(method, path, body)).toMatchObject({
        status: 403,
        body: { code: "SECOND_FACTOR_ASKED" },
      });
    }
  });

  it("is how many may wait in one home", async () => {
    const many = Array.from({ length: 50 }, (_, i) => ({
      id: randomUUID(),
      building_id: other.id,
      apartment_id: other.apartments[0]?.id ?? "",
      role: "RESIDENTE" as const,
      cedula: null,
      document_type: "CEDULA_CIUDADANIA" as const,
      name: "Alguien",
      email: `alguien${i}@ejemplo.co`,
      phone: "",
      created_at: server.clock.now(),
      expires_at: server.clock.now(),
    }));
    await server.db.insertInto("invitations").values(many).execute();
    const ask = asking(server, ana);
    const to = `/api/apartments/${other.apartments[0]?.id}/invitations`;
    expect(await ask("POST", to, { ...resident, phone: "3001110000" })).toMatchObject({
      status: 409,
      body: { code: "INVITATIONS_FULL" },
    });
    // One more to the same address takes a place and needs none.
    expect((await ask("POST", to, { ...resident, email: "alguien1@ejemplo.co" })).status).toBe(200);
  });

  it("is seven days", async () => {
    const asked = { ...resident, phone: "3009998877", isSent: false };
    const { body } = await asking(server, rosa)("POST", path, asked);
    const token = new URL(body.linkToPassOn).searchParams.get("token") ?? "";
    const read = async () => (await nobody("POST", "/api/invitations/read", { token })).status;
    server.clock.push(7 * 24 * 3_600_000 - 60_000);
    expect(await read()).toBe(200);
    server.clock.push(60_000);
    expect(await read()).toBe(404);
  });

  it("is the end of the role itself, after which it is not sent again and waits no more", async () => {
    const alba = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: other.id }] });
    const ask = asking(server, alba);
    const to = `/api/apartments/${other.apartments[1]?.id}/invitations`;
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const asked = { ...resident, role: "RESIDENTE_TEMPORAL", phone: "3007776655", endsAt };
    const { invitation } = (await ask("POST", to, asked)).body;
    expect(invitation).toMatchObject({ state: "waiting", expiresAt: endsAt });
    const waiting = async () =>
      (await ask("GET", "/api/bb/overview")).body.waiting.filter(
        ({ what }: { what: string }) => what === "invitations",
      );
    expect(await waiting()).toMatchObject([{ count: 1 }]);
    server.clock.push(3_600_001);
    expect((await ask("GET", to)).body.invitations).toMatchObject([{ state: "expired", expiresAt: endsAt }]);
    expect(await waiting()).toEqual([]);
    expect(await ask("POST", `${to}/${invitation.id}/resend`, {})).toMatchObject({
      status: 400,
      body: { code: "STAY_IN_THE_PAST" },
    });
    expect(await messagesTo(server, "+573007776655")).toHaveLength(1);
  });
});
