import { afterAll, describe, expect, it } from "vitest";
import { interleaved } from "../../../testing/interleaved.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking, giveCard } from "../../../testing/test-admin.ts";
import { acceptAs, invitedCode, invitedToken, messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Trx } from "../../platform/database.ts";
import { setPassword } from "../accounts/index.ts";
import { endSessions } from "../auth/ending-sessions.ts";
import { newPasswordLink } from "../auth/links.service.ts";

const server = await startTestServer();
const seen = await seeMessages(server);
afterAll(() => server.close());
const nobody = asking(server, null);

let count = 0;
const papers = (more: object = {}) => {
  count += 1;
  return {
    cedula: `53${String(count).padStart(6, "0")}`,
    name: "Pedro Portero",
    email: `pedro${count}@ejemplo.co`,
    phone: `300222${String(count).padStart(4, "0")}`,
    role: "PORTERIA",
    ...more,
  };
};
const normal = (phone: string) => `+57${phone}`;

async function setUp() {
  const laura = await server.newPerson({ userType: "ADMIN", password: "la clave de laura" });
  const building = await server.newBuilding();
  const path = `/api/bb/buildings/${building.id}`;
  return { laura, building, path, ask: asking(server, laura) };
}
const spacesOf = async (cedula: string) => {
  const rows = await server.db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(["spaces.role", "spaces.status"])
    .where("users.cedula", "=", cedula)
    .execute();
  return rows.map(({ role, status }) => `${role} ${status}`);
};

describe("a stranger who registered somebody's cédula first", () => {
  it("becomes nothing when its owner is invited, whatever they hold", async () => {
    const { ask, building, path } = await setUp();
    const stranger = await server.newPerson({
      name: "Extraño",
      password: "clave-del-extrano",
      email: "extrano@ejemplo.co",
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }],
    });
    const pedro = papers({ cedula: stranger.cedula });
    const { status, body } = await ask("POST", `${path}/staff`, pedro);
    // The inviter is told, and so is the account.
    expect([status, body]).toMatchObject([200, { invitation: { hasConflict: true, state: "waiting" } }]);
    const [warning] = await seen.to(stranger.id);
    expect(warning?.body).toContain("no son los tuyos");
    expect(warning?.body).not.toContain("token=");

    // The owner of the mail cannot accept on the stranger's account, and the stranger holds no code.
    expect(await acceptAs(server, pedro.email)).toMatchObject({
      status: 409,
      body: { code: "INVITATION_CONFLICT" },
    });
    const token = await invitedToken(server, pedro.email);
    const guess = { token, code: "000000", password: "clave-del-extrano", acceptTerms: true };
    expect((await nobody("POST", "/api/invitations/acceptance", guess)).body.code).toMatch(
      /CODE_NOT_VALID|CONFLICT/,
    );
    expect(await spacesOf(stranger.cedula)).toEqual(["VISITANTE_CONOCIDO APPROVED"]);
    expect((await asking(server, stranger)("GET", `/api/buildings/${building.id}/doors`)).status).not.toBe(
      200,
    );
    expect((await ask("GET", `${path}/staff`)).body.staff).toEqual([]);
  });

  it("nor when they wrote the owner's own mail beside a telephone of theirs", async () => {
    const { ask, path } = await setUp();
    const pedro = papers();
    const stranger = await server.newPerson({
      password: "clave-del-extrano",
      email: pedro.email,
      phone: "+573009998877",
    });
    await ask("POST", `${path}/staff`, { ...pedro, cedula: stranger.cedula });
    // The mail is proved, but not that the account is theirs.
    expect(await acceptAs(server, pedro.email)).toMatchObject({
      status: 422,
      body: { code: "WRONG_PASSWORD" },
    });
    expect(await spacesOf(stranger.cedula)).toEqual([]);
    await server.db.transaction().execute((trx) => newPasswordLink(server.app.services, trx, stranger.id));
    // Having set a new password by that mail they are the owner; calls go to the number that was typed.
    expect(await acceptAs(server, pedro.email, { password: "clave-del-extrano" })).toMatchObject({
      status: 200,
    });
    const kept = await server.db
      .selectFrom("users")
      .select(["email", "phone"])
      .where("id", "=", stranger.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ email: pedro.email, phone: normal(pedro.phone) });
    // Nor does a link that went where the stranger said set another password.
    expect(
      await server.db
        .selectFrom("link_tokens")
        .select("purpose")
        .where("user_id", "=", stranger.id)
        .execute(),
    ).toEqual([]);
  });

  it("loses the number and all that they are by 'Recuperar cédula', and its owner comes in", async () => {
    const { ask, laura, building, path } = await setUp();
    const stranger = await server.newPerson({
      password: "clave-del-extrano",
      email: "otro-extrano@ejemplo.co",
      phone: "+573001230000",
      spaces: [
        { role: "VISITANTE_CONOCIDO", buildingId: building.id },
        { role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
      ],
    });
    await giveCard(server, stranger.id, "ABCD01");
    const pedro = papers({ cedula: stranger.cedula });
    await ask("POST", `${path}/staff`, pedro);

    const free = `/api/bb/usersV2/${stranger.id}/free-cedula`;
    expect(await ask("POST", free, { currentPassword: "otra" })).toMatchObject({
      status: 422,
      body: { code: "WRONG_PASSWORD" },
    });
    expect(await asking(server, stranger)("POST", free, { currentPassword: "x" })).toMatchObject({
      status: 403,
    });
    const hold = (isHeld: boolean) =>
      ask("PUT", `/api/bb/users/${stranger.id}/legal-hold`, { isHeld, reason: "Proceso 2026-18" });
    await hold(true);
    expect(await ask("POST", free, { currentPassword: "la clave de laura" })).toMatchObject({
      status: 409,
      body: { code: "PERSON_HELD" },
    });
    expect((await asking(server, stranger)("GET", "/api/user/auth/currentUser")).status).toBe(200);
    await hold(false);
    expect(await ask("POST", free, { currentPassword: "la clave de laura" })).toMatchObject({ status: 200 });

    expect((await asking(server, stranger)("GET", "/api/user/auth/currentUser")).status).toBe(401);
    const kept = await server.db
      .selectFrom("users")
      .select(["email", "phone", "active", "password_hash as password"])
      .where("id", "=", stranger.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ email: "", phone: "", active: false, password: null });
    expect(
      await server.db.selectFrom("cards").select("id").where("user_id", "=", stranger.id).execute(),
    ).toEqual([]);
    expect(await spacesOf(stranger.cedula)).toEqual([]);
    expect(await actionsOf(server, laura.id)).toContain("users.cedula-freed");
    expect(await ask("POST", free, { currentPassword: "la clave de laura" })).toMatchObject({ status: 404 });

    expect(await acceptAs(server, pedro.email)).toMatchObject({
      status: 200,
      body: { cedula: stranger.cedula },
    });
    expect(await spacesOf(stranger.cedula)).toEqual(["PORTERIA APPROVED"]);
  });

  it("loses nothing to who was signed out, or whose password changed, while it was compared", async () => {
    const stranger = await server.newPerson();
    const free = async (meanwhile: (trx: Trx, by: string) => Promise<unknown>) => {
      const { ask, laura } = await setUp();
      return interleaved(
        server,
        (other) => meanwhile(other, laura.id),
        () =>
          ask("POST", `/api/bb/usersV2/${stranger.id}/free-cedula`, { currentPassword: "la clave de laura" }),
      );
    };
    const signedOut = await free((trx, userId) =>
      endSessions(server.app.services, trx, {
        userId,
        which: { except: null },
        by: { id: userId, sessionId: null },
      }),
    );
    expect(signedOut).toMatchObject({ status: 401, body: { code: "SIGN_IN_REQUIRED" } });
    const changed = await free((trx, userId) => setPassword(trx, userId, "another one's digest"));
    expect(changed).toMatchObject({ status: 422, body: { code: "WRONG_PASSWORD" } });
    expect((await asking(server, stranger)("GET", "/api/user/auth/currentUser")).status).toBe(200);
  });
});

describe("an invitation", () => {
  it("is no role before it is accepted, and one right after", async () => {
    const { ask, laura, building, path } = await setUp();
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    expect(
      await server.db.selectFrom("users").select("id").where("cedula", "=", pedro.cedula).execute(),
    ).toEqual([]);
    expect((await ask("GET", `${path}/staff`)).body.staff).toEqual([]);

    const token = await invitedToken(server, pedro.email);
    expect(await nobody("POST", "/api/invitations/read", { token })).toMatchObject({
      status: 200,
      body: {
        invitation: {
          name: "Pedro Portero",
          role: "PORTERIA",
          building: { name: building.name },
          apartment: null,
          ways: [
            { way: "mail", to: `p•••@ejemplo.co` },
            { way: "sms", to: `••• ${pedro.phone.slice(-4)}` },
          ],
        },
      },
    });
    // Whoever only has the link, a forwarded one too, comes no further.
    const bare = { token, code: "123456", password: "una clave muy larga", acceptTerms: true };
    expect(await nobody("POST", "/api/invitations/acceptance", bare)).toMatchObject({
      status: 422,
      body: { code: "INVITATION_CODE_NOT_VALID" },
    });
    await nobody("POST", "/api/invitations/code", { token, way: "sms" });
    const code = await invitedCode(server, normal(pedro.phone));
    expect(code).toMatch(/^\d{6}$/);
    expect(await nobody("POST", "/api/invitations/proof", { token, code })).toMatchObject({
      status: 200,
      body: { account: "new", cedula: pedro.cedula },
    });
    for (const [wrong, refusal] of [
      [{ password: "corta" }, "PASSWORD_NOT_ACCEPTED"],
      [{ acceptTerms: false }, "INCOMPLETE"],
    ] as const) {
      expect(
        (await nobody("POST", "/api/invitations/acceptance", { ...bare, code, ...wrong })).body.code,
      ).toBe(refusal);
    }
    const both = await Promise.all(
      [1, 2].map(() => nobody("POST", "/api/invitations/acceptance", { ...bare, code })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await spacesOf(pedro.cedula)).toEqual(["PORTERIA APPROVED"]);
    const { body: signedIn } = await nobody("POST", "/api/user/auth/login", {
      cedula: pedro.cedula,
      password: "una clave muy larga",
      userType: "USER",
    });
    expect(signedIn.spaces).toMatchObject([{ role: { name: "PORTERIA" }, building: { id: building.id } }]);
    expect((await ask("GET", `${path}/invitations`)).body.invitations).toEqual([]);
    expect((await ask("GET", `${path}/staff`)).body.staff).toMatchObject([{ user: { hasPassword: true } }]);
    expect(await nobody("POST", "/api/invitations/read", { token })).toMatchObject({ status: 404 });
    expect(await actionsOf(server, laura.id)).toEqual(["users.staff-invited"]);
    expect(await actionsOf(server, signedIn.user.id)).toContain("users.invitation-accepted");
    const accepted = await server.db
      .selectFrom("terms_acceptances")
      .select("version")
      .where("user_id", "=", signedIn.user.id)
      .execute();
    expect(accepted).toHaveLength(1);
  });

  it("is sent again, and the older link and code are worth nothing then", async () => {
    const { ask: askFirst, laura, path } = await setUp();
    const pedro = papers();
    const { invitation } = (await askFirst("POST", `${path}/staff`, pedro)).body;
    const older = await invitedToken(server, pedro.email);
    await nobody("POST", "/api/invitations/code", { token: older, way: "mail" });
    const code = await invitedCode(server, pedro.email);
    server.clock.push(8 * 24 * 3_600_000);
    const ask = asking(server, await server.newSession(laura.id));
    expect((await ask("GET", `${path}/invitations`)).body.invitations).toMatchObject([{ state: "expired" }]);
    expect(await nobody("POST", "/api/invitations/read", { token: older })).toMatchObject({ status: 404 });
    expect(await ask("POST", `${path}/invitations/${invitation.id}/resend`, {})).toMatchObject({
      status: 200,
      body: { invitation: { id: invitation.id, state: "waiting" } },
    });
    const newer = await invitedToken(server, pedro.email);
    expect(newer).not.toBe(older);
    expect(await nobody("POST", "/api/invitations/read", { token: older })).toMatchObject({ status: 404 });
    expect(await nobody("POST", "/api/invitations/proof", { token: newer, code })).toMatchObject({
      status: 422,
    });
    expect(await acceptAs(server, pedro.email)).toMatchObject({ status: 200 });
    expect(await ask("POST", `${path}/invitations/${invitation.id}/resend`, {})).toMatchObject({
      status: 404,
    });
  });

  it("is taken back, and never through another building or by somebody else", async () => {
    const { ask, laura, building, path } = await setUp();
    const other = await setUp();
    const alberto = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const pedro = papers();
    const { invitation } = (await ask("POST", `${path}/staff`, pedro)).body;
    const one = `invitations/${invitation.id}`;
    expect(await ask("DELETE", `${other.path}/${one}`)).toMatchObject({ status: 404 });
    expect(await ask("POST", `${other.path}/${one}/resend`, {})).toMatchObject({ status: 404 });
    expect((await asking(server, alberto)("DELETE", `${path}/${one}`)).status).toBe(403);
    expect((await asking(server, alberto)("GET", `${path}/invitations`)).status).toBe(403);
    expect(await ask("DELETE", `${path}/${one}`)).toMatchObject({ status: 200 });
    expect(await ask("DELETE", `${path}/${one}`)).toMatchObject({ status: 404 });
    const token = await invitedToken(server, pedro.email);
    expect(await nobody("POST", "/api/invitations/code", { token, way: "mail" })).toMatchObject({
      status: 404,
    });
    expect(await actionsOf(server, laura.id)).toEqual(["users.staff-invited", "users.invitation-taken-back"]);
  });

  it("takes the place of the one before for the same role, and knows its pages", async () => {
    const { ask, path } = await setUp();
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    const older = await invitedToken(server, pedro.email);
    const mended = { ...pedro, email: `mejor-${pedro.email}` };
    await ask("POST", `${path}/staff`, mended);
    await ask("POST", `${path}/staff`, papers({ name: "Carla Conserje", role: "CONSERJE" }));
    expect(await nobody("POST", "/api/invitations/read", { token: older })).toMatchObject({ status: 404 });
    const page = async (query: string) => (await ask("GET", `${path}/invitations?${query}`)).body;
    expect(await page("limit=1")).toMatchObject({ totalPages: 2, invitations: [{ name: "Carla Conserje" }] });
    expect(await page("search=MEJOR")).toMatchObject({
      totalPages: 1,
      invitations: [{ email: mended.email }],
    });
  });

  it("cannot be guessed: five codes wrong are enough, and five messages", async () => {
    const { ask, path } = await setUp();
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    const token = await invitedToken(server, pedro.email);
    await nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const code = await invitedCode(server, pedro.email);
    const wrong = code === "111111" ? "222222" : "111111";
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => nobody("POST", "/api/invitations/proof", { token, code: wrong })),
    );
    expect(guesses.map(({ status, body }) => [status, body.code])).toEqual(
      guesses.map(() => [422, "INVITATION_CODE_NOT_VALID"]),
    );
    expect(await nobody("POST", "/api/invitations/proof", { token, code })).toMatchObject({ status: 422 });
    for (let time = 1; time < 5; time += 1) {
      expect((await nobody("POST", "/api/invitations/code", { token, way: "mail" })).status).toBe(200);
    }
    expect((await nobody("POST", "/api/invitations/code", { token, way: "mail" })).status).toBe(429);
    const bodies = (await messagesTo(server, pedro.email)).filter(({ body }) => body.includes("código es"));
    expect(bodies).toHaveLength(5);
    expect(await acceptAs(server, pedro.email, { way: "mail" })).toMatchObject({ status: 200 });
  });

  it("cannot be guessed in all its seven days either: its link runs out, and can be sent again", async () => {
    const { ask, path } = await setUp();
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    const token = await invitedToken(server, pedro.email);
    const prove = (code: string) => nobody("POST", "/api/invitations/proof", { token, code });
    const sendCode = () => nobody("POST", "/api/invitations/code", { token, way: "mail" });
    const stateOf = async () => (await ask("GET", `${path}/invitations`)).body.invitations[0].state;
    for (let time = 1; time <= 6; time += 1) {
      server.clock.push(16 * 60_000);
      expect((await sendCode()).status).toBe(200);
      const code = await invitedCode(server, pedro.email);
      // Whoever has it is let in however many there were before, and counts as none of them.
      expect((await prove(code)).status).toBe(200);
      expect(await stateOf()).toBe("waiting");
      const wrong = code === "111111" ? "222222" : "111111";
      for (let guess = 1; guess <= 5; guess += 1) {
        expect((await prove(wrong)).body.code).toBe("INVITATION_CODE_NOT_VALID");
      }
    }
    expect((await sendCode()).body.code).toBe("INVITATION_NOT_VALID");
    const { invitations } = (await ask("GET", `${path}/invitations`)).body;
    expect(invitations).toMatchObject([{ state: "expired" }]);
    expect((await ask("POST", `${path}/invitations/${invitations[0].id}/resend`, {})).status).toBe(200);
    expect(await acceptAs(server, pedro.email, { way: "mail" })).toMatchObject({ status: 200 });
  });

  it("begins on the account that its person has, by the address that is the account's own", async () => {
    const { ask, building, path } = await setUp();
    const vera = await server.newPerson({
      name: "Vera Vecina",
      password: "la-clave-de-vera",
      email: "vera.vecina@ejemplo.co",
      phone: "+573004445566",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
    });
    const socket = await server.connectAs(vera);
    const invited = papers({ cedula: vera.cedula, email: "Vera.Vecina@ejemplo.co", role: "CONSERJE" });
    const { body } = await ask("POST", `${path}/staff`, invited);
    expect(body.invitation.hasConflict).toBe(false);
    // The other way is not the account's own telephone: it proves nothing about the account.
    const token = await invitedToken(server, "Vera.Vecina@ejemplo.co");
    await nobody("POST", "/api/invitations/code", { token, way: "sms" });
    const bySms = await invitedCode(server, normal(invited.phone));
    expect((await nobody("POST", "/api/invitations/proof", { token, code: bySms })).body.account).toBe(
      "other",
    );
    expect(
      await acceptAs(server, "Vera.Vecina@ejemplo.co", { password: "la-clave-de-vera", acceptTerms: false }),
    ).toMatchObject({ status: 200 });
    await socket.hear("spaces:changed");
    const kept = await server.db
      .selectFrom("users")
      .select(["name", "phone"])
      .where("id", "=", vera.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ name: "Vera Vecina", phone: "+573004445566" });
    expect((await spacesOf(vera.cedula)).sort()).toEqual(["CONSERJE APPROVED", "RESIDENTE APPROVED"]);
  });

  it("needs an address, a free one, and a person who may be invited", async () => {
    const { ask, path } = await setUp();
    await server.newPerson({ email: "ocupado@ejemplo.co" });
    const admin = await server.newPerson({ userType: "ADMIN" });
    for (const [more, status, property] of [
      [{ email: "", phone: "" }, 422, "email"],
      [{ email: "", phone: "601 7654321" }, 422, "phone"],
      [{ email: "Ocupado@ejemplo.co" }, 409, "email"],
      [{ cedula: admin.cedula }, 409, "cedula"],
    ] as const) {
      const answer = await ask("POST", `${path}/staff`, papers(more));
      expect([answer.status, answer.body.errors]).toMatchObject([status, [{ property }]]);
    }
    // Whoever registers that mail meanwhile does not get the role, and it is not taken by force.
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    await server.newPerson({ email: pedro.email });
    expect(await acceptAs(server, pedro.email)).toMatchObject({
      status: 409,
      body: { code: "ALREADY_EXISTS" },
    });
    const byPhone = papers({ email: "" });
    await ask("POST", `${path}/staff`, byPhone);
    expect(await acceptAs(server, normal(byPhone.phone))).toMatchObject({ status: 200 });
  });

  it("is given up by nobody who registers between the invitation and its acceptance", async () => {
    const { ask, path } = await setUp();
    const pedro = papers();
    await ask("POST", `${path}/staff`, pedro);
    await server.db
      .insertInto("users")
      .values({
        id: server.app.services.newId(),
        cedula: pedro.cedula,
        name: "Extraño",
        email: "x1@ejemplo.co",
        password_hash: "x",
        photo_file_id: null,
        token_firebase: null,
      })
      .execute();
    expect((await ask("GET", `${path}/invitations`)).body.invitations).toMatchObject([{ hasConflict: true }]);
    expect(await acceptAs(server, pedro.email)).toMatchObject({
      status: 409,
      body: { code: "INVITATION_CONFLICT" },
    });
    expect(await spacesOf(pedro.cedula)).toEqual([]);
  });
});
