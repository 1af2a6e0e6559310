import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { codeAt } from "../../../testing/code-app.ts";
import type { TestPerson } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import type { Trx } from "../../platform/database.ts";
import { endSessions } from "./ending-sessions.ts";

const server = await startTestServer();
afterAll(() => server.close());
const seen = await seeMessages(server);

const PASSWORD = "una frase que nadie adivina";
const STEP_MS = 30_000;
const WINDOW_MS = 15 * 60_000;

// Nothing of the test before counts any more, and an app has just shown another code.
beforeEach(() => server.clock.push(WINDOW_MS + STEP_MS - (server.clock.now().getTime() % STEP_MS)));

let count = 0;
const newAdmin = () => {
  count += 1;
  return server.newPerson({ userType: "ADMIN", password: PASSWORD, email: `admin${count}@example.org` });
};

async function signIn(admin: TestPerson, code?: string, password = PASSWORD) {
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/bb/auth/login",
    payload: { cedula: admin.cedula, password, userType: "ADMIN", ...(code === undefined ? {} : { code }) },
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function ask(admin: TestPerson, method: "GET" | "POST" | "PUT", path = "", payload?: object) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/user/second-factor${path}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** What the app for codes of somebody shows now, or some steps from now. */
const codeShown = (secret: string, stepsLater = 0): string =>
  codeAt(secret, new Date(server.clock.now().getTime() + stepsLater * STEP_MS));

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Somebody who has taken up a second factor, and what they wrote down. */
async function enrolled() {
  const admin = await newAdmin();
  const { secret } = (await signIn(admin)).body.enrolment;
  const { recoveryCodes } = (await signIn(admin, codeShown(secret))).body;
  server.clock.push(2 * STEP_MS);
  return { admin, secret, recoveryCodes: recoveryCodes as string[] };
}

describe("an administrator's first sign-in", () => {
  it("opens nothing until a second factor is taken up with its first code", async () => {
    const admin = await newAdmin();
    expect((await signIn(admin, undefined, "otra clave distinta")).body).toMatchObject({
      code: "BAD_CREDENTIALS",
    });
    const first = await signIn(admin);
    expect(first).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_ENROLMENT" } });
    const { secret } = first.body.enrolment;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const sessions = () =>
      server.db.selectFrom("sessions").select("id").where("user_id", "=", admin.id).execute();
    const before = await sessions();
    expect(await signIn(admin, wrong(codeShown(secret)))).toMatchObject({
      status: 401,
      body: { code: "SECOND_FACTOR_NOT_VALID" },
    });
    expect(await sessions()).toEqual(before);

    const signedIn = await signIn(admin, codeShown(secret));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: admin.id } } });
    expect(signedIn.body.recoveryCodes).toHaveLength(10);
    expect(new Set(signedIn.body.recoveryCodes).size).toBe(10);
    const kept = await server.db
      .selectFrom("second_factors")
      .select("secret")
      .where("user_id", "=", admin.id)
      .executeTakeFirstOrThrow();
    expect(kept.secret?.toString("latin1")).not.toContain(secret);
  });

  it("takes no code of a secret that was offered before the last one", async () => {
    const admin = await newAdmin();
    const { secret: old } = (await signIn(admin)).body.enrolment;
    await signIn(admin);
    expect((await signIn(admin, codeShown(old))).body.code).toBe("SECOND_FACTOR_NOT_VALID");
  });

  it("needs none of the demonstration's accounts", async () => {
    const laura = await server.newPerson({ userType: "ADMIN", password: PASSWORD, isDemonstration: true });
    expect((await signIn(laura)).status).toBe(200);
  });
});

/** The subjects of what was written to somebody, and all of the text. */
async function mailsTo(admin: TestPerson) {
  const rows = (await seen.to(admin.id)).filter(({ channel }) => channel === "mail");
  return { subjects: rows.map(({ subject }) => subject), text: JSON.stringify(rows) };
}

describe("the mails about it", () => {
  it("tell of a new one, another one, new codes and a code that was used, and hold no secret", async () => {
    const { admin, secret, recoveryCodes } = await enrolled();
    expect((await mailsTo(admin)).subjects).toEqual(["Activaste la verificación en dos pasos"]);
    expect((await signIn(admin, codeShown(secret))).status).toBe(200);
    // An ordinary sign-in is no news.
    expect((await mailsTo(admin)).subjects).toHaveLength(1);
    const offered = (await ask(admin, "POST", "", { currentPassword: PASSWORD })).body.secret;
    expect((await mailsTo(admin)).subjects).toHaveLength(1);
    expect((await ask(admin, "PUT", "", { code: codeShown(offered) })).status).toBe(200);
    const fresh = (await ask(admin, "POST", "/recovery-codes", { currentPassword: PASSWORD })).body;
    expect((await signIn(admin, fresh.recoveryCodes[0])).status).toBe(200);
    // A code that opens nothing is none.
    expect((await signIn(admin, recoveryCodes[0])).status).toBe(401);
    const { subjects, text } = await mailsTo(admin);
    expect(subjects).toEqual([
      "Activaste la verificación en dos pasos",
      "Tu verificación en dos pasos cambió",
      "Creaste códigos de respaldo nuevos",
      "Entraron a tu cuenta con un código de respaldo",
    ]);
    for (const hidden of [secret, offered, ...recoveryCodes, ...fresh.recoveryCodes]) {
      expect(text).not.toContain(hidden);
    }
  });

  it("tell who had it taken away by somebody else", async () => {
    const { admin } = await enrolled();
    const laura = await newAdmin();
    const reply = await server.app.http.inject({
      method: "DELETE",
      url: `/api/bb/administrators/${admin.id}/second-factor`,
      headers: laura.headers,
    });
    expect(reply.statusCode).toBe(200);
    expect((await mailsTo(admin)).subjects.at(-1)).toBe("Restablecieron tu verificación en dos pasos");
    expect((await mailsTo(laura)).subjects).toEqual([]);
  });
});

describe("every other sign-in", () => {
  it("asks for the code, and takes each once, also when two send it at once", async () => {
    const { admin, secret } = await enrolled();
    expect(await signIn(admin)).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_NEEDED" } });
    expect((await signIn(admin)).body.enrolment).toBeUndefined();
    const code = codeShown(secret);
    const both = await Promise.all([signIn(admin, code), signIn(admin, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn(admin, code)).body.code).toBe("SECOND_FACTOR_NOT_VALID");
    // Nor one of a step before.
    expect((await signIn(admin, codeShown(secret, -1))).body.code).toBe("SECOND_FACTOR_NOT_VALID");
    expect((await signIn(admin, codeShown(secret, 1))).status).toBe(200);
  });

  it("takes a recovery code in the place of the app's, once", async () => {
    const { admin, recoveryCodes } = await enrolled();
    const [first = "", second = ""] = recoveryCodes;
    expect((await signIn(admin, first.toLowerCase())).status).toBe(200);
    expect((await signIn(admin, first)).body.code).toBe("SECOND_FACTOR_NOT_VALID");
    expect((await signIn(admin, second.replace("-", " "))).status).toBe(200);
    const { admin: other } = await enrolled();
    expect((await signIn(other, recoveryCodes[2])).body.code).toBe("SECOND_FACTOR_NOT_VALID");
  });

  it("stops listening after ten wrong codes, to right ones too", async () => {
    const { admin, secret } = await enrolled();
    for (let time = 0; time < 10; time++) {
      expect((await signIn(admin, wrong(codeShown(secret)))).status).toBe(401);
    }
    expect((await signIn(admin, codeShown(secret))).status).toBe(429);
  });
});

describe("the second factor in the profile", () => {
  it("is for administrators, and asks for the password", async () => {
    const resident = await server.newPerson();
    expect((await ask(resident, "GET")).status).toBe(403);
    const { admin } = await enrolled();
    expect((await ask(admin, "GET")).body).toMatchObject({ codesLeft: 10 });
    const reply = await ask(admin, "POST", "", { currentPassword: "no es esta" });
    expect(reply).toMatchObject({ status: 422, body: { code: "WRONG_PASSWORD" } });
    expect((await ask(admin, "POST", "/recovery-codes", { currentPassword: "no" })).status).toBe(422);
  });

  it("is replaced only when the new one has shown a code; old recovery codes are then void", async () => {
    const { admin, secret, recoveryCodes } = await enrolled();
    const offered = (await ask(admin, "POST", "", { currentPassword: PASSWORD })).body.secret;
    expect((await signIn(admin, codeShown(secret))).status).toBe(200);
    expect((await ask(admin, "PUT", "", { code: wrong(codeShown(offered)) })).status).toBe(422);
    const confirmed = await ask(admin, "PUT", "", { code: codeShown(offered) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    server.clock.push(2 * STEP_MS);
    expect((await signIn(admin, codeShown(secret))).status).toBe(401);
    expect((await signIn(admin, recoveryCodes[0])).status).toBe(401);
    expect((await signIn(admin, codeShown(offered))).status).toBe(200);
  });

  it("offers a secret for a quarter of an hour", async () => {
    const { admin } = await enrolled();
    const { secret } = (await ask(admin, "POST", "", { currentPassword: PASSWORD })).body;
    server.clock.push(WINDOW_MS);
    expect((await ask(admin, "PUT", "", { code: codeShown(secret) })).status).toBe(422);
  });

  it("makes new recovery codes, after which the old ones are void", async () => {
    const { admin, recoveryCodes } = await enrolled();
    const fresh = (await ask(admin, "POST", "/recovery-codes", { currentPassword: PASSWORD })).body;
    expect(fresh.recoveryCodes).toHaveLength(10);
    expect((await signIn(admin, recoveryCodes[0])).status).toBe(401);
    expect((await signIn(admin, fresh.recoveryCodes[0])).status).toBe(200);
    const without = await newAdmin();
    expect((await ask(without, "POST", "/recovery-codes", { currentPassword: PASSWORD })).status).toBe(404);
  });
});

describe("what changes a second factor", () => {
  it("makes recovery codes once when two windows ask at once: whoever is shown some holds good ones", async () => {
    const { admin, recoveryCodes } = await enrolled();
    const make = () => ask(admin, "POST", "/recovery-codes", { currentPassword: PASSWORD });
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("RECOVERY_CODES_CHANGED");
    expect((await ask(admin, "GET")).body).toMatchObject({ codesLeft: 10 });
    const shown = both.find(({ status }) => status === 200)?.body.recoveryCodes ?? [];
    expect((await signIn(admin, shown[0])).status).toBe(200);
    expect((await signIn(admin, recoveryCodes[0])).status).toBe(401);
    // One that was used is no other set.
    expect((await make()).status).toBe(200);
  });

  it("does nothing in a session that is ended meanwhile", async () => {
    const { admin, secret, recoveryCodes } = await enrolled();
    const { secret: offered } = (await ask(admin, "POST", "", { currentPassword: PASSWORD })).body;
    const end = (trx: Trx) =>
      endSessions(server.app.services, trx, {
        userId: admin.id,
        which: { except: null },
        by: { id: admin.id, sessionId: null },
      });
    const answers = await interleaved(server, end, () =>
      Promise.all([
        ask(admin, "POST", "/recovery-codes", { currentPassword: PASSWORD }),
        ask(admin, "PUT", "", { code: codeShown(offered) }),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect((await signIn(admin, recoveryCodes[0])).status).toBe(200);
    expect((await signIn(admin, codeShown(secret))).status).toBe(200);
  });
});

describe("who administers a building", () => {
  async function newAlberto(more: { isDemonstration?: boolean } = {}) {
    const building = await server.newBuilding();
    count += 1;
    const alberto = await server.newPerson({
      password: PASSWORD,
      email: `alberto${count}@example.org`,
      spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
      ...more,
    });
    const fresh = async () => ({
      ...alberto,
      ...(await server.newSession(alberto.id, { hasSecondFactor: false })),
    });
    const act = async (as: TestPerson, buildingId = building.id) => {
      const { statusCode, ...reply } = await server.app.http.inject({
        url: `/api/bb/buildings/${buildingId}`,
        headers: as.headers,
      });
      return { status: statusCode, code: reply.json().code };
    };
    return { building, fresh, act };
  }
  const asked = { status: 403, code: "SECOND_FACTOR_ASKED" };
  const inOrder = { currentPassword: PASSWORD };

  it("makes one at the first act in the administration, and is asked once in a session", async () => {
    const { fresh, act } = await newAlberto();
    const first = await fresh();
    expect(await act(first)).toMatchObject(asked);
    expect((await ask(first, "POST", "/session")).body).toEqual({ isShown: false, isInUse: false });
    const { secret } = (await ask(first, "POST", "", inOrder)).body;
    expect(await act(first)).toMatchObject(asked);
    expect((await ask(first, "PUT", "", { code: codeShown(secret) })).body.recoveryCodes).toHaveLength(10);
    expect(await act(first)).toMatchObject({ status: 200 });

    server.clock.push(2 * STEP_MS);
    const second = await fresh();
    expect(await act(second)).toMatchObject(asked);
    expect((await ask(second, "POST", "/session")).body).toEqual({ isShown: false, isInUse: true });
    const code = codeShown(secret);
    expect(await ask(second, "PUT", "/session", { code: wrong(code) })).toMatchObject({
      status: 422,
      body: { code: "SECOND_FACTOR_CODE_WRONG" },
    });
    expect(await act(second)).toMatchObject(asked);
    expect((await ask(second, "PUT", "/session", { code })).body).toEqual({ ok: true });
    expect(await act(second)).toMatchObject({ status: 200 });
    expect((await ask(second, "POST", "/session")).body).toMatchObject({ isShown: true });
    // Each code is good once, and for its own session.
    const third = await fresh();
    expect((await ask(third, "PUT", "/session", { code })).status).toBe(422);
    expect(await act(third)).toMatchObject(asked);
  });

  it("cannot change the one in use by a password alone", async () => {
    const { fresh, act } = await newAlberto();
    const first = await fresh();
    const { secret } = (await ask(first, "POST", "", inOrder)).body;
    await ask(first, "PUT", "", { code: codeShown(secret) });
    const second = await fresh();
    for (const [method, path, payload] of [
      ["POST", "", inOrder],
      ["PUT", "", { code: "123456" }],
      ["POST", "/recovery-codes", inOrder],
    ] as const) {
      expect(await ask(second, method, path, payload)).toMatchObject({
        status: 403,
        body: { code: "SECOND_FACTOR_ASKED" },
      });
    }
    for (const [path, payload] of [
      ["/offer", inOrder],
      ["/019a0000-0000-7000-8000-000000000000/removal", inOrder],
    ] as const) {
      const reply = await server.app.http.inject({
        method: "POST",
        url: `/api/user/passkeys${path}`,
        headers: second.headers,
        payload,
      });
      expect(reply.json().code).toBe("SECOND_FACTOR_ASKED");
    }
    expect(await act(second)).toMatchObject(asked);
  });

  it("is not told of other buildings by it, nor asked for anything else", async () => {
    const { building, fresh, act } = await newAlberto();
    const first = await fresh();
    expect(await act(first, (await server.newBuilding()).id)).toMatchObject({ status: 404 });
    const doors = await server.app.http.inject({
      url: `/api/buildings/${building.id}/today/openings`,
      headers: first.headers,
    });
    expect(doors.statusCode).toBe(200);
    const demonstration = await newAlberto({ isDemonstration: true });
    expect(await demonstration.act(await demonstration.fresh())).toMatchObject({ status: 200 });
  });

  it("who lost theirs has it taken away by the platform", async () => {
    const { fresh, act } = await newAlberto();
    const first = await fresh();
    const { secret } = (await ask(first, "POST", "", inOrder)).body;
    await ask(first, "PUT", "", { code: codeShown(secret) });
    const reply = await server.app.http.inject({
      method: "DELETE",
      url: `/api/bb/administrators/${first.id}/second-factor`,
      headers: (await newAdmin()).headers,
    });
    expect(reply.statusCode).toBe(200);
    expect(await act(first)).toMatchObject({ status: 401 });
    expect((await ask(await fresh(), "POST", "/session")).body).toEqual({ isShown: false, isInUse: false });
  });
});
