import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { TestAuthenticator } from "../../../testing/test-authenticator.ts";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { lockPassword } from "./sessions.queries.ts";

const ORIGIN = "https://umbral.example.org";
const server = await startTestServer({ PUBLIC_URL: ORIGIN });
afterAll(() => server.close());
const seen = await seeMessages(server);

const PASSWORD = "una frase que nadie adivina";
let count = 0;
const newAdmin = () => {
  count += 1;
  return server.newPerson({ userType: "ADMIN", password: PASSWORD, email: `llaves${count}@example.org` });
};

async function ask(admin: Pick<TestPerson, "headers">, method: "GET" | "POST", path = "", payload?: object) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/user/passkeys${path}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function signIn(admin: TestPerson, shown: { code?: string; passkey?: object } = {}) {
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/bb/auth/login",
    payload: { cedula: admin.cedula, password: PASSWORD, userType: "ADMIN", ...shown },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const currentPassword = { currentPassword: PASSWORD };
const offer = async (admin: TestPerson) =>
  (await ask(admin, "POST", "/offer", currentPassword)).body.creation;
const keep = (admin: TestPerson, passkey: object, name = "Mi portátil") =>
  ask(admin, "POST", "", { name, passkey });

/** Somebody with one key on one device. */
async function withPasskey() {
  const admin = await newAdmin();
  const device = new TestAuthenticator(ORIGIN);
  const kept = await keep(admin, device.make(await offer(admin)));
  expect(kept.status).toBe(200);
  return { admin, device, ...(kept.body as { passkey: { id: string }; recoveryCodes: string[] }) };
}

/** What a right password is asked for besides. */
const asked = async (admin: TestPerson) => (await signIn(admin)).body.passkey;

const actionsOf = async (admin: TestPerson) =>
  (
    await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("actor_id", "=", admin.id)
      .orderBy("id")
      .execute()
  ).filter(({ action }) => action.startsWith("auth.passkey"));

const subjectsTo = async (admin: TestPerson) => (await seen.to(admin.id)).map(({ subject }) => subject);

describe("making a passkey", () => {
  it("is for administrators who say their password", async () => {
    expect((await ask({ headers: { authorization: "" } }, "GET")).status).toBe(401);
    const rosa = await server.newPerson({ password: PASSWORD });
    expect((await ask(rosa, "GET")).status).toBe(403);
    expect((await ask(rosa, "POST", "/offer", currentPassword)).status).toBe(403);
    const admin = await newAdmin();
    expect((await ask(admin, "POST", "/offer", { currentPassword: "no es esta" })).body.code).toBe(
      "WRONG_PASSWORD",
    );
    // Without an offer there is nothing that a device could have signed.
    const device = new TestAuthenticator(ORIGIN);
    const own = { challenge: "x".repeat(43), rp: { id: "umbral.example.org" } };
    expect((await keep(admin, device.make(own))).body.code).toBe("PASSKEY_NOT_VALID");
  });

  it("keeps several, each with its name, and gives who had none codes for the day they are lost", async () => {
    const { admin, device, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const creation = await offer(admin);
    expect(creation).toMatchObject({
      rp: { id: "umbral.example.org" },
      authenticatorSelection: { userVerification: "required" },
      excludeCredentials: [{ id: device.id }],
    });
    const second = await keep(admin, new TestAuthenticator(ORIGIN).make(creation), "Llave USB");
    expect(second.body.recoveryCodes).toBeUndefined();
    const { passkeys, address } = (await ask(admin, "GET")).body;
    expect(passkeys).toMatchObject([
      { name: "Llave USB", lastUsedAt: null },
      { name: "Mi portátil", lastUsedAt: null },
    ]);
    expect(address).toBe(ORIGIN);
    expect(await subjectsTo(admin)).toEqual([
      "Agregaste una llave de acceso",
      "Agregaste una llave de acceso",
    ]);
    expect(await actionsOf(admin)).toMatchObject([
      { action: "auth.passkey-added" },
      { action: "auth.passkey-added" },
    ]);
  });

  it("refuses a second answer, another origin, another name, nobody at the device, and what comes late", async () => {
    const admin = await newAdmin();
    const refused = async (passkey: object) => (await keep(admin, passkey)).body.code;
    const device = new TestAuthenticator(ORIGIN);
    const creation = await offer(admin);
    const made = device.make(creation);
    expect((await keep(admin, made)).status).toBe(200);
    expect(await refused(made)).toBe("PASSKEY_NOT_VALID");
    // The same key for a fresh challenge.
    expect(await refused(device.make(await offer(admin)))).toBe("PASSKEY_TAKEN");

    const other = new TestAuthenticator(ORIGIN);
    expect(await refused(other.make(await offer(admin), { origin: "https://umbral.example.net" }))).toBe(
      "PASSKEY_NOT_VALID",
    );
    expect(await refused(other.make(await offer(admin), { rpId: "example.org" }))).toBe("PASSKEY_NOT_VALID");
    expect(await refused(other.make(await offer(admin), { isVerified: false }))).toBe("PASSKEY_NOT_VALID");
    const voided = other.make(await offer(admin));
    await offer(admin);
    expect(await refused(voided)).toBe("PASSKEY_NOT_VALID");
    const late = other.make(await offer(admin));
    server.clock.push(5 * 60_000);
    expect(await refused(late)).toBe("PASSKEY_NOT_VALID");
    // Nor does an offer to somebody else serve.
    const laura = await newAdmin();
    expect(await refused(other.make(await offer(laura)))).toBe("PASSKEY_NOT_VALID");
    expect((await ask(admin, "GET")).body.passkeys).toHaveLength(1);
  });
});

describe("a passkey and a second factor that is taken away in the same moment", () => {
  it("leaves no key behind", async () => {
    const { admin } = await withPasskey();
    const laura = await newAdmin();
    const made = new TestAuthenticator(ORIGIN).make(await offer(admin));
    const reset = () =>
      server.app.http.inject({
        method: "DELETE",
        url: `/api/bb/administrators/${admin.id}/second-factor`,
        headers: laura.headers,
      });
    let taken: ReturnType<typeof reset> | undefined;
    // Both wait for the person, the key first.
    const kept = await interleaved(
      server,
      (other) => lockPassword(other, admin.id),
      () => keep(admin, made),
      async () => {
        taken = reset();
        await expect.poll(() => waitingForALock(server)).toBe(2);
      },
    );
    expect([kept.status, (await taken)?.statusCode]).toEqual([200, 200]);
    expect(
      await server.db.selectFrom("passkeys").select("id").where("user_id", "=", admin.id).execute(),
    ).toEqual([]);
  });
});

describe("signing in with a passkey", () => {
  it("asks for it besides the password, takes it, and writes down when", async () => {
    const { admin, device } = await withPasskey();
    const first = await signIn(admin);
    expect(first).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_NEEDED" } });
    expect(first.body.passkey).toMatchObject({
      rpId: "umbral.example.org",
      userVerification: "required",
      allowCredentials: [{ id: device.id, transports: ["internal"] }],
    });
    expect(first.body.enrolment).toBeUndefined();
    const signedIn = await signIn(admin, { passkey: device.answer(first.body.passkey) });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: admin.id } } });
    const [key] = (await ask(admin, "GET")).body.passkeys;
    expect(Date.parse(key.lastUsedAt)).toBeCloseTo(server.clock.now().getTime(), -5);
  });

  it("opens nothing with the wrong password, however right the key", async () => {
    const { admin, device } = await withPasskey();
    const passkey = device.answer(await asked(admin));
    const reply = await server.app.http.inject({
      method: "POST",
      url: "/api/bb/auth/login",
      payload: { cedula: admin.cedula, password: "otra clave", userType: "ADMIN", passkey },
    });
    expect(reply.json().code).toBe("BAD_CREDENTIALS");
    expect((await signIn(admin, { passkey })).status).toBe(200);
  });

  it("takes an answer once, also when two send it at once, and none that is older than the last question", async () => {
    const { admin, device } = await withPasskey();
    const passkey = device.answer(await asked(admin));
    const both = await Promise.all([signIn(admin, { passkey }), signIn(admin, { passkey })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await signIn(admin, { passkey })).body.code).toBe("PASSKEY_NOT_TAKEN");
    const old = device.answer(await asked(admin));
    await asked(admin);
    expect((await signIn(admin, { passkey: old })).body.code).toBe("PASSKEY_NOT_TAKEN");
    const late = device.answer(await asked(admin));
    server.clock.push(5 * 60_000);
    expect((await signIn(admin, { passkey: late })).body.code).toBe("PASSKEY_NOT_TAKEN");
  });

  it("refuses another's key, another origin, another name, nobody at the device, and a changed answer", async () => {
    const { admin, device } = await withPasskey();
    const { admin: marta, device: martas } = await withPasskey();
    const refused = async (passkey: object) => (await signIn(admin, { passkey })).body.code;
    expect(await refused(martas.answer(await asked(admin)))).toBe("PASSKEY_NOT_TAKEN");
    expect(await refused(martas.answer(await asked(marta)))).toBe("PASSKEY_NOT_TAKEN");
    expect(await refused({ ...martas.answer(await asked(admin)), id: device.id })).toBe("PASSKEY_NOT_TAKEN");
    expect(await refused(device.answer(await asked(admin), { origin: "https://umbral.example.net" }))).toBe(
      "PASSKEY_NOT_TAKEN",
    );
    expect(await refused(device.answer(await asked(admin), { rpId: "example.org" }))).toBe(
      "PASSKEY_NOT_TAKEN",
    );
    server.clock.push(15 * 60_000);
    expect(await refused(device.answer(await asked(admin), { isVerified: false }))).toBe("PASSKEY_NOT_TAKEN");
    const { signature } = device.answer(await asked(admin));
    expect(await refused({ ...device.answer(await asked(admin)), signature })).toBe("PASSKEY_NOT_TAKEN");
    expect(await refused({ ...device.answer(await asked(admin)), clientDataJSON: "bm8" })).toBe(
      "PASSKEY_NOT_TAKEN",
    );
    expect((await signIn(admin, { passkey: device.answer(await asked(admin)) })).status).toBe(200);
  });

  it("refuses a device that counts backwards, and tells its owner and the audit", async () => {
    const { admin, device } = await withPasskey();
    const code = async (uses: number) => {
      device.uses = uses - 1;
      return (await signIn(admin, { passkey: device.answer(await asked(admin)) })).body.code;
    };
    expect(await code(41)).toBeUndefined();
    expect(await code(41)).toBe("PASSKEY_NOT_TAKEN");
    expect(await code(4)).toBe("PASSKEY_NOT_TAKEN");
    expect((await actionsOf(admin)).slice(1)).toEqual([
      { action: "auth.passkey-refused", detail: { uses: 41, usesKept: 41 } },
      { action: "auth.passkey-refused", detail: { uses: 4, usesKept: 41 } },
    ]);
    expect((await subjectsTo(admin)).slice(1)).toEqual([
      "Rechazamos una de tus llaves de acceso",
      "Rechazamos una de tus llaves de acceso",
    ]);
    expect(await code(42)).toBeUndefined();
  });

  it("stops listening after ten answers that were not good, to good ones too", async () => {
    const { admin, device } = await withPasskey();
    for (let time = 0; time < 10; time++) {
      const passkey = device.answer(await asked(admin), { isVerified: false });
      expect((await signIn(admin, { passkey })).body.code).toBe("PASSKEY_NOT_TAKEN");
    }
    expect((await signIn(admin, { passkey: device.answer(await asked(admin)) })).status).toBe(429);
  });

  it("leaves recovery codes as the other way in", async () => {
    const { admin, recoveryCodes } = await withPasskey();
    expect((await signIn(admin, { code: recoveryCodes[0] ?? "" })).status).toBe(200);
    expect((await signIn(admin, { code: recoveryCodes[0] ?? "" })).body.code).toBe("SECOND_FACTOR_NOT_VALID");
    expect((await signIn(admin, { code: "123456" })).body.code).toBe("SECOND_FACTOR_NOT_VALID");
  });
});

describe("taking a passkey away", () => {
  it("is its owner's alone, with the password; it opens nothing afterwards", async () => {
    const { admin, device, passkey } = await withPasskey();
    const laura = await newAdmin();
    const removal = `/${passkey.id}/removal`;
    expect((await ask(laura, "POST", removal, currentPassword)).status).toBe(404);
    expect((await ask(admin, "POST", removal, { currentPassword: "no" })).body.code).toBe("WRONG_PASSWORD");
    const request = await asked(admin);
    expect((await ask(admin, "POST", removal, currentPassword)).status).toBe(200);
    expect((await ask(admin, "POST", removal, currentPassword)).status).toBe(404);
    expect((await ask(admin, "GET")).body.passkeys).toEqual([]);
    expect(await subjectsTo(admin)).toContain("Quitaste una llave de acceso");
    // Without any second factor the next sign-in begins one.
    const next = await signIn(admin, { passkey: device.answer(request) });
    expect(next).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_ENROLMENT" } });
  });

  it("happens to all of them when another administrator takes the second factor away", async () => {
    const { admin } = await withPasskey();
    const laura = await newAdmin();
    const administrators = async () =>
      (await server.app.http.inject({ url: "/api/bb/administrators", headers: laura.headers })).json()
        .administrators as { id: string; hasSecondFactor: boolean }[];
    const has = async () => (await administrators()).find(({ id }) => id === admin.id)?.hasSecondFactor;
    expect(await has()).toBe(true);
    const reset = await server.app.http.inject({
      method: "DELETE",
      url: `/api/bb/administrators/${admin.id}/second-factor`,
      headers: laura.headers,
    });
    expect(reset.statusCode).toBe(200);
    expect(await has()).toBe(false);
    expect((await signIn(admin)).body.code).toBe("SECOND_FACTOR_ENROLMENT");
  });
});

describe("where passkeys work", () => {
  it("is at the public address with https, or at localhost on one's own machine", () => {
    const at = (publicUrl: string | undefined, host = "127.0.0.1") =>
      relyingPartyOf({ publicUrl, host, port: 3000 });
    expect(at("https://umbral.example.org/")).toMatchObject({ id: "umbral.example.org", origin: ORIGIN });
    expect(at("https://umbral.example.org:8443")?.accepts(ORIGIN)).toBe(false);
    expect(at("http://umbral.example.org")).toBeNull();
    expect(at("https://10.0.0.4")).toBeNull();
    expect(at("https://[::1]")).toBeNull();
    expect(at("http://localhost:8080")).toMatchObject({ id: "localhost", origin: "http://localhost:8080" });
    const own = at(undefined);
    expect(own?.origin).toBe("http://localhost:3000");
    expect(own?.accepts("http://localhost:3001")).toBe(false);
    expect(own?.accepts("http://evil.example:3000")).toBe(false);
    expect(at(undefined, "0.0.0.0")).toBeNull();
  });
});
