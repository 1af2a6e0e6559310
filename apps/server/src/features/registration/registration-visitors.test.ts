import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { picture } from "../../../testing/test-forms.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Refused } from "../../platform/refused.ts";
import { newPasswordLink } from "../auth/links.service.ts";
import { proveClaim, sendClaimCode } from "./claims.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);
const QUARTER_MS = 15 * 60_000;
beforeEach(() => server.clock.push(QUARTER_MS));

async function spacesOf(cedula: string | File | undefined) {
  const rows = await server.db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(["spaces.role", "spaces.status", "spaces.building_id", "spaces.apartment_id"])
    .where("users.cedula", "=", String(cedula))
    .orderBy("spaces.id")
    .execute();
  return rows;
}

const userOf = (cedula: string | File | undefined) =>
  server.db
    .selectFrom("users")
    .selectAll()
    .where("cedula", "=", String(cedula))
    .$narrowType<{ cedula: string }>()
    .executeTakeFirstOrThrow();

/** The code in the last SMS to somebody. */
async function lastCode(userId: string): Promise<string> {
  const sent = (await messages.to(userId)).filter(({ channel }) => channel === "sms");
  return /\b(\d{6})\b/.exec(sent.at(-1)?.body ?? "")?.[1] ?? "none was sent";
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Somebody who registered quickly, and the forms of their building. */
async function newQuick() {
  const building = await server.newBuilding();
  const forms = await formsFor(building);
  const form = forms.express();
  const reply = await register(server, forms.expressPath, form);
  expect([reply.status, reply.body]).toEqual([
    200,
    { registration: { status: "APPROVED", account: "created" } },
  ]);
  return { building, forms, form, user: await userOf(form["cedula"]) };
}

describe("a frequent visitor", () => {
  it("is one at once, in that building, with a mail that says so", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const form = forms.visitor();
    const reply = await register(server, forms.visitorPath, form);
    expect([reply.status, reply.body]).toEqual([
      200,
      { registration: { status: "APPROVED", account: "created" } },
    ]);
    expect(await spacesOf(form["cedula"])).toEqual([
      { role: "VISITANTE_CONOCIDO", status: "APPROVED", building_id: building.id, apartment_id: null },
    ]);
    const user = await userOf(form["cedula"]);
    expect(await messages.to(user.id)).toMatchObject([
      { channel: "mail", recipient: form["email"], subject: "Tu registro de visitante está listo" },
    ]);
    const login = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      payload: { cedula: form["cedula"], password: form["password"], userType: "USER" },
    });
    expect(login.json()).toMatchObject({ user: { role: "VISITANTE_CONOCIDO" } });
  });

  it("adds a building with the password, and is there once", async () => {
    const forms = await formsFor(await server.newBuilding());
    const elsewhere = await formsFor(await server.newBuilding());
    const form = forms.visitor();
    await register(server, forms.visitorPath, form);
    const other = elsewhere.visitor();
    const added = await register(server, forms.visitorPath, other, { cedula: form["cedula"] });
    expect(added.body).toEqual({ registration: { status: "APPROVED", account: "known" } });
    expect(await spacesOf(form["cedula"])).toHaveLength(2);
    const again = await register(server, forms.visitorPath, other, { cedula: form["cedula"] });
    expect([again.status, again.body["errors"]]).toEqual([
      409,
      [{ property: "cedula", message: "already exists" }],
    ]);
  });

  it("names what is missing, and a building that is none", async () => {
    const forms = await formsFor(await server.newBuilding());
    for (const property of [
      ["cedula", "password", "passwordConfirmation", "name", "phone"],
      ["email", "photo", "buildingId", "acceptTerms"],
    ].flat()) {
      const reply = await register(server, forms.visitorPath, forms.visitor(), { [property]: undefined });
      expect([reply.status, reply.body["errors"]]).toEqual([
        422,
        [{ property, message: "should not be null" }],
      ]);
    }
    const nowhere = await register(server, forms.visitorPath, forms.visitor(), { buildingId: randomUUID() });
    expect([nowhere.status, nowhere.body]).toMatchObject([
      422,
      { code: "PLACE_NOT_VALID", errors: [{ property: "buildingId", message: "no existe" }] },
    ]);
    const ofAHome = await register(server, forms.visitorPath, forms.home());
    expect(ofAHome.status).toBe(400);
  });

  it("writes no more than 2000 bytes of text in all", async () => {
    const forms = await formsFor(await server.newBuilding());
    const long = await register(server, forms.visitorPath, forms.visitor(), { name: "ñ".repeat(950) });
    expect([long.status, long.body["code"]]).toEqual([413, "TOO_LARGE"]);
    const name = "ñ".repeat(120);
    expect((await register(server, forms.visitorPath, forms.visitor(), { name })).status).toBe(200);
  });
});

describe("somebody who registers quickly", () => {
  it("is an unknown visitor at once, without name, address or password", async () => {
    const { building, form, user } = await newQuick();
    expect(user).toMatchObject({ name: "Visitante", email: "", password_hash: null });
    expect(user.photo_file_id).not.toBeNull();
    expect(await spacesOf(form["cedula"])).toMatchObject([
      { role: "VISITANTE_DESCONOCIDO", status: "APPROVED", building_id: building.id },
    ]);
    expect(await messages.to(user.id)).toEqual([]);
  });

  it("names what is missing", async () => {
    const forms = await formsFor(await server.newBuilding());
    for (const property of ["cedula", "phone", "photo", "buildingId", "acceptTerms"]) {
      const reply = await register(server, forms.expressPath, forms.express(), { [property]: undefined });
      expect([reply.status, reply.body["errors"]]).toEqual([
        422,
        [{ property, message: "should not be null" }],
      ]);
    }
  });

  it("is told only with the code that the telephone gets that they are one there already", async () => {
    const { forms, form, user } = await newQuick();
    const again = { ...forms.express(), cedula: form["cedula"] ?? "" };
    const asked = await register(server, forms.expressPath, again);
    expect([asked.status, asked.body["code"]]).toEqual([422, "CLAIM_CODE_SENT"]);
    const done = await register(server, forms.expressPath, again, { claimCode: await lastCode(user.id) });
    expect(done.body).toEqual({ registration: { status: "APPROVED", account: "known" } });
    expect(await userOf(form["cedula"])).toEqual(user);
    expect(await spacesOf(form["cedula"])).toHaveLength(1);
  });

  it("adds another building with the code that the telephone gets", async () => {
    const { form, user } = await newQuick();
    const elsewhere = await formsFor(await server.newBuilding());
    const other = { ...elsewhere.express(), cedula: form["cedula"] ?? "" };
    const asked = await register(server, elsewhere.expressPath, other);
    expect([asked.status, asked.body["code"]]).toEqual([422, "CLAIM_CODE_SENT"]);
    const done = await register(server, elsewhere.expressPath, other, { claimCode: await lastCode(user.id) });
    expect(done.body).toEqual({ registration: { status: "APPROVED", account: "known" } });
    expect(await userOf(form["cedula"])).toEqual(user);
    expect(await spacesOf(form["cedula"])).toHaveLength(2);
  });

  it("opens no account that has a password", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.visitor();
    await register(server, forms.visitorPath, form);
    const elsewhere = await formsFor(await server.newBuilding());
    const reply = await register(server, elsewhere.expressPath, elsewhere.express(), {
      cedula: form["cedula"],
    });
    expect([reply.status, reply.body["errors"]]).toEqual([
      409,
      [{ property: "cedula", message: "already exists" }],
    ]);
  });
});

describe("a quick account that becomes a full one", () => {
  it("is claimed with the code of its telephone, not of the one in the form", async () => {
    const { building, forms, form, user } = await newQuick();
    const full = { ...forms.visitor(), cedula: form["cedula"] ?? "" };
    const asked = await register(server, forms.visitorPath, full);
    expect([asked.status, asked.body]).toMatchObject([
      422,
      { code: "CLAIM_CODE_SENT", errors: [{ property: "claimCode", message: "should not be null" }] },
    ]);
    const sent = await messages.to(user.id);
    expect(sent).toMatchObject([{ channel: "sms", recipient: user.phone }]);
    // What was sent is in the message alone.
    const code = await lastCode(user.id);
    const kept = await server.db.selectFrom("registration_claims").selectAll().execute();
    expect(
      JSON.stringify(kept.map((row) => ({ ...row, code_digest: row.code_digest.toString("latin1") }))),
    ).not.toContain(code);

    await server.db.transaction().execute((trx) => newPasswordLink(server.app.services, trx, user.id));
    const done = await register(server, forms.visitorPath, full, { claimCode: code });
    expect([done.status, done.body]).toEqual([
      200,
      { registration: { status: "APPROVED", account: "claimed" } },
    ]);
    // Setting a password makes every link void.
    expect(
      await server.db.selectFrom("link_tokens").select("purpose").where("user_id", "=", user.id).execute(),
    ).toEqual([]);
    const claimed = await userOf(form["cedula"]);
    expect(claimed).toMatchObject({
      id: user.id,
      name: "Nadia Nueva",
      phone: expect.stringMatching(/^\+57300\d{7}$/),
    });
    expect(claimed.password_hash).not.toBeNull();
    expect(claimed.photo_file_id).not.toBe(user.photo_file_id);
    expect(await spacesOf(form["cedula"])).toMatchObject([
      { role: "VISITANTE_DESCONOCIDO", status: "ENDED" },
      { role: "VISITANTE_CONOCIDO", status: "APPROVED", building_id: building.id },
    ]);
  });

  it("may ask for an apartment with the same proof", async () => {
    const { forms, form, user } = await newQuick();
    const full = { ...forms.home(), cedula: form["cedula"] ?? "" };
    await register(server, forms.residentPath, full);
    const done = await register(server, forms.residentPath, full, { claimCode: await lastCode(user.id) });
    expect(done.body).toEqual({ registration: { status: "PENDING", account: "claimed" } });
    expect(await spacesOf(form["cedula"])).toMatchObject([
      { role: "VISITANTE_DESCONOCIDO", status: "APPROVED" },
      { role: "RESIDENTE", status: "PENDING" },
    ]);
  });

  it("takes a code ten minutes long, the newest, once, and of this person", async () => {
    const { forms, form, user } = await newQuick();
    const full = { ...forms.visitor(), cedula: form["cedula"] ?? "" };
    const send = (claimCode?: string) => register(server, forms.visitorPath, full, { claimCode });
    const refused = { code: "CLAIM_CODE_NOT_VALID", errors: [{ property: "claimCode" }] };

    expect((await send("123456")).body).toMatchObject(refused);
    await send();
    const first = await lastCode(user.id);
    for (let guess = 0; guess < 2; guess += 1) {
      expect((await send(wrongOf(first))).body).toMatchObject(refused);
    }
    server.clock.push(QUARTER_MS);
    // Too old.
    expect((await send(first)).body).toMatchObject(refused);
    await send();
    const second = await lastCode(user.id);
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await send(wrongOf(second))).body).toMatchObject(refused);
    }
    expect((await send(second)).body).toMatchObject({ code: "TOO_OFTEN" });

    // Another person's code is no proof.
    server.clock.push(QUARTER_MS);
    const other = await newQuick();
    await register(server, forms.visitorPath, { ...other.forms.visitor(), cedula: other.user.cedula });
    await send();
    expect((await send(await lastCode(other.user.id))).body).toMatchObject(refused);
    server.clock.push(QUARTER_MS);
    await send();
    const last = await lastCode(user.id);
    expect((await send(last)).status).toBe(200);
    expect((await send(last)).body).toMatchObject({ code: "ALREADY_EXISTS" });
    expect((await send("12345")).status).toBe(400);
  });

  it("is not found by patience: after a hundred wrong codes of a day the right one waits for the next", async () => {
    const { user } = await newQuick();
    const { services } = server.app;
    const of = { userId: user.id, phone: user.phone };
    const dayMs = 24 * 3_600_000;
    // A day's first minute: all of what follows is of that day.
    server.clock.push(dayMs - (server.clock.now().getTime() % dayMs) + 60_000);
    const tried = (code: string) =>
      proveClaim(services, user.id, code).then(
        () => "good",
        (error: unknown) => (error instanceof Refused ? error.code : error),
      );
    // Where no code is good there is none to find, and the day of its person stays theirs.
    expect(await tried("123456")).toBe("CLAIM_CODE_NOT_VALID");
    for (let quarter = 0; quarter < 10; quarter += 1) {
      server.clock.push(QUARTER_MS);
      await sendClaimCode(services, of);
      const wrong = wrongOf(await lastCode(user.id));
      for (let guess = 0; guess < 10; guess += 1) {
        expect(await tried(wrong)).toBe("CLAIM_CODE_NOT_VALID");
      }
    }
    server.clock.push(QUARTER_MS);
    await sendClaimCode(services, of);
    expect(await tried(await lastCode(user.id))).toBe("CLAIM_USED_UP");
    server.clock.push(dayMs);
    await sendClaimCode(services, of);
    expect(await tried(await lastCode(user.id))).toBe("good");
  });

  it("is not offered where no SMS arrives, nor before the form is right", async () => {
    const { forms, form, user } = await newQuick();
    const full = { ...forms.visitor(), cedula: form["cedula"] ?? "" };
    const taken = forms.visitor();
    await register(server, forms.visitorPath, taken);
    for (const [change, code] of [
      [{ password: "corta", passwordConfirmation: "corta" }, "PASSWORD_NOT_ACCEPTED"],
      [{ email: taken["email"] }, "ALREADY_EXISTS"],
      [{ photo: undefined }, "INCOMPLETE"],
    ] as const) {
      expect((await register(server, forms.visitorPath, full, change)).body["code"]).toBe(code);
    }
    await server.db.updateTable("users").set({ phone: "+576014567890" }).where("id", "=", user.id).execute();
    expect((await register(server, forms.visitorPath, full)).body["code"]).toBe("ALREADY_EXISTS");
    expect(await messages.to(user.id)).toEqual([]);
  });

  it("does not flood one telephone, however many accounts name it", async () => {
    const forms = await formsFor(await server.newBuilding());
    const cedulas: string[] = [];
    const { phone } = forms.express() as { phone: string };
    for (let account = 0; account < 6; account += 1) {
      const form = forms.express();
      expect((await register(server, forms.expressPath, form, { phone })).status).toBe(200);
      cedulas.push(String(form["cedula"]));
    }
    const answers: unknown[] = [];
    for (const cedula of cedulas) {
      answers.push((await register(server, forms.visitorPath, forms.visitor(), { cedula })).body["code"]);
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => "CLAIM_CODE_SENT"), "TOO_OFTEN"]);
  });

  it("keeps the picture that it had when the new one is none", async () => {
    const { forms, form, user } = await newQuick();
    const full = { ...forms.visitor(), cedula: form["cedula"] ?? "" };
    await register(server, forms.visitorPath, full);
    const photo = new File(["no es una foto"], "foto.jpg", { type: "image/jpeg" });
    const claimCode = await lastCode(user.id);
    const refused = await register(server, forms.visitorPath, full, { claimCode, photo });
    expect([refused.status, refused.body["code"]]).toEqual([422, "PICTURE_NOT_VALID"]);
    expect(await userOf(form["cedula"])).toEqual(user);
    // The code was not used up by what failed.
    const done = await register(server, forms.visitorPath, full, { claimCode, photo: await picture() });
    expect(done.status).toBe(200);
  });
});
