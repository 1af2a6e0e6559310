import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { startMailServer } from "../../../testing/mail-server.ts";
import { startStandIn } from "../../../testing/stand-in.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { RecoveryClerk } from "./recovery-clerk.ts";

const PUBLIC_URL = "https://umbral.example";
const post = await startMailServer();
const twilio = await startStandIn(() => ({ status: 201, body: { sid: "SM1" } }));
const server = await startTestServer({
  PUBLIC_URL,
  SMTP_URL: post.url,
  MAIL_FROM: "Umbral <no-reply@umbral.example>",
  TWILIO_ACCOUNT_SID: "AC1",
  TWILIO_AUTH_TOKEN: "t",
  TWILIO_FROM: "+576010000000",
  TWILIO_API_URL: twilio.url,
});
afterAll(async () => {
  await server.close();
  await post.down();
  await twilio.close();
});

const OLD = "una clave de prueba";
const NEW = "tres loros en la mesa";
const WINDOW_MS = 15 * 60_000;
const HALF_HOUR_MS = 30 * 60_000;

let count = 0;
/** An address nobody else has asked from. */
const newAddress = () => {
  count += 1;
  return `198.51.${Math.floor(count / 250)}.${(count % 250) + 1}`;
};
const newEmail = () => {
  count += 1;
  return `persona${count}@example.com`;
};

const ask = (cedula: string, from = newAddress()) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/forgotPassword",
    remoteAddress: from,
    payload: { cedula },
  });
const reset = (token: string, password: string, from = newAddress()) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/resetPassword",
    remoteAddress: from,
    payload: { token, password },
  });
const signIn = (cedula: string, password: string, more: Record<string, unknown> = {}) =>
  server.app.http.inject({
    method: "POST",
    url: more["userType"] === "ADMIN" ? "/api/bb/auth/login" : "/api/user/auth/login",
    payload: { cedula, password, userType: "USER", ...more },
  });
const tokenIn = (text: string | undefined): string =>
  /\/reset_password\?token=([\w-]{43})(?:\s|$)/.exec(text ?? "")?.[1] ?? "";

/** The secret of the link that came by mail. */
async function tokenFor(email: string): Promise<string> {
  return tokenIn((await post.next(email)).mail.text);
}
const waiting = () => server.db.selectFrom("recovery_requests").selectAll().execute();
const linksOf = (person: TestPerson) =>
  server.db.selectFrom("link_tokens").selectAll().where("user_id", "=", person.id).execute();
const auditOf = (person: TestPerson) =>
  server.db
    .selectFrom("audit_lines")
    .select(["action", "detail"])
    .where("subject_id", "=", person.id)
    // Written a moment after the answer, whenever that is.
    .where("action", "!=", "auth.sign-in-refused")
    .orderBy("id")
    .execute();

describe("who forgot the password", () => {
  it("gets a link by mail, sets a new one, and every session of theirs ends", async () => {
    const email = newEmail();
    const rosa = await server.newPerson({ name: "Rosa <b>Líder</b>", email, password: OLD });
    const other = await server.newSession(rosa.id);
    const sockets = [await server.connectAs(rosa), await server.connectAs(other)];
    const elsewhere = await server.another();
    const far = await server.connectAs(rosa, elsewhere.url);
    const ends = Promise.all([...sockets.map((socket) => socket.ended())]);

    const asked = await ask(` ${rosa.cedula.slice(0, 3)}.${rosa.cedula.slice(3)} `);
    expect([asked.statusCode, asked.json()]).toEqual([200, { ok: true }]);
    const { mail } = await post.next(email);
    expect(mail.subject).toBe("Recupera tu contraseña de Umbral");
    expect(mail.text).toContain(`${PUBLIC_URL}/reset_password?token=`);
    expect(mail.html).toContain("Rosa &lt;b&gt;Líder&lt;/b&gt;");
    const token = tokenIn(mail.text);

    const done = await reset(token, NEW);
    expect([done.statusCode, done.json()]).toEqual([200, { ok: true }]);
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    // Only Redis joins the sockets of two processes; the rows end the session on both.
    for (const { headers } of [rosa, other]) {
      const url = "/api/user/auth/currentUser";
      expect((await server.app.http.inject({ url, headers })).statusCode).toBe(401);
      expect((await elsewhere.app.http.inject({ url, headers })).statusCode).toBe(401);
    }
    far.disconnect();
    await elsewhere.close();

    expect((await signIn(rosa.cedula, OLD)).statusCode).toBe(401);
    expect((await signIn(rosa.cedula, NEW)).statusCode).toBe(200);
    const notice = await post.next(email);
    expect(notice.mail.subject).toBe("Tu contraseña de Umbral cambió");
    expect(notice.mail.text).not.toContain(NEW);
    expect(notice.mail.text).not.toContain("PIN de turno");
    expect(await auditOf(rosa)).toEqual([
      { action: "auth.recovery-asked", detail: { by: "mail" } },
      { action: "auth.password-reset", detail: { sessionsEnded: 2 } },
    ]);
  });

  it("is a platform administrator too", async () => {
    const email = newEmail();
    const laura = await server.newPerson({ userType: "ADMIN", email, password: OLD });
    await ask(laura.cedula);
    expect((await reset(await tokenFor(email), NEW)).statusCode).toBe(200);
    const reply = await signIn(laura.cedula, NEW, { userType: "ADMIN" });
    expect(reply.json()).toMatchObject({ code: "SECOND_FACTOR_ENROLMENT" });
  });

  it("gets the link by SMS without an address, and nothing without either", async () => {
    const pedro = await server.newPerson({ phone: "+57 300 123 4567", password: OLD });
    await ask(pedro.cedula);
    await expect.poll(() => twilio.requests.at(-1)?.form["To"]).toBe("+573001234567");
    expect((await reset(tokenIn(twilio.requests.at(-1)?.form["Body"]), NEW)).statusCode).toBe(200);

    const nobody = await server.newPerson({ phone: "300", password: OLD });
    await ask(nobody.cedula);
    await expect
      .poll(() => auditOf(nobody))
      .toEqual([{ action: "auth.recovery-asked", detail: { by: "none" } }]);
    expect(await linksOf(nobody)).toEqual([]);
  });

  it("loses the PIN for shifts that the old password may have set, and is told", async () => {
    const email = newEmail();
    const pedro = await server.newPerson({ email, password: OLD });
    const pin = { user_id: pedro.id, pin_hash: "argon2", set_at: server.clock.now() };
    await server.db.insertInto("shift_pins").values(pin).execute();
    await ask(pedro.cedula);
    expect((await reset(await tokenFor(email), NEW)).statusCode).toBe(200);
    const left = await server.db
      .selectFrom("shift_pins")
      .select("set_at")
      .where("user_id", "=", pedro.id)
      .execute();
    expect(left).toEqual([]);
    const { text } = (await post.next(email)).mail;
    expect(text).toContain("Tu PIN de turno dejó de servir");
    expect(text).toContain("Tu PIN para teclados, tus pases y tus invitaciones siguen como estaban");
    expect((await auditOf(pedro)).at(-1)).toEqual({
      action: "auth.password-reset",
      detail: { sessionsEnded: 1, hadShiftPin: true },
    });
  });

  it("may sign in at once, however often they guessed before", async () => {
    const email = newEmail();
    const from = newAddress();
    const person = await server.newPerson({ email, password: OLD });
    const guess = (password: string) =>
      server.app.http.inject({
        method: "POST",
        url: "/api/user/auth/login",
        remoteAddress: from,
        payload: { cedula: person.cedula, password, userType: "USER" },
      });
    for (let failure = 0; failure < 10; failure += 1) {
      await guess("mala");
    }
    expect((await guess(OLD)).statusCode).toBe(429);
    await ask(person.cedula, from);
    expect((await reset(await tokenFor(email), NEW, from)).statusCode).toBe(200);
    expect((await guess(NEW)).statusCode).toBe(200);
  });
});

describe("a request", () => {
  it("is answered alike for a person, nobody, somebody deactivated and somebody without address", async () => {
    const email = newEmail();
    const known = await server.newPerson({ email, password: OLD });
    const gone = await server.newPerson({ email: newEmail(), password: OLD });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", gone.id).execute();
    const bare = await server.newPerson({ password: OLD });
    const answers: object[] = [];
    for (const cedula of [known.cedula, "99999999", gone.cedula, bare.cedula]) {
      const { statusCode, headers, body } = await ask(cedula);
      const { date: _, ...rest } = headers;
      answers.push({ statusCode, body, headers: rest });
    }
    expect(answers.every((answer) => JSON.stringify(answer) === JSON.stringify(answers[0]))).toBe(true);
    await post.next(email);
    await expect.poll(waiting).toEqual([]);
    expect(await linksOf(gone)).toEqual([]);
  });

  it("takes as long for a cédula that exists as for one that does not", async () => {
    const people = await Promise.all(
      Array.from({ length: 120 }, () => server.newPerson({ email: newEmail() })),
    );
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const measure = async (kind: "known" | "unknown", cedula: string) => {
      const began = process.hrtime.bigint();
      await ask(cedula);
      times[kind].push(Number(process.hrtime.bigint() - began) / 1e6);
    };
    for (const [index, { cedula }] of people.entries()) {
      const inTurn = [
        () => measure("known", cedula),
        () => measure("unknown", `88${index}${Date.now() % 1e6}`),
      ];
      for (const turn of index % 2 === 0 ? inTurn : inTurn.reverse()) {
        await turn();
      }
    }
    expect(Math.abs(welch(times.known, times.unknown))).toBeLessThan(4.5);
  });

  it("names what is missing or wrong, and is small", async () => {
    const send = (payload: object) =>
      server.app.http.inject({ method: "POST", url: "/api/user/auth/forgotPassword", payload });
    const empty = await send({ cedula: " " });
    expect(empty.json()).toMatchObject({
      statusCode: 422,
      code: "INCOMPLETE",
      errors: [{ property: "cedula", message: "should not be null" }],
    });
    expect((await send({})).statusCode).toBe(422);
    expect((await send({ cedula: 7 })).statusCode).toBe(400);
    expect((await send({ cedula: "1", more: 1 })).statusCode).toBe(400);
    expect((await send({ cedula: "1".repeat(2100) })).statusCode).toBe(413);
  });

  it("may be made five times for a cédula and sixty in all from an address, whoever it is", async () => {
    const cedula = "87654321";
    const [from, other] = ["2001:db8:3:3::1", newAddress()];
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(cedula, `2001:db8:3:3::${time + 1}`)).statusCode).toBe(200);
    }
    const sixth = await ask(`8765-4321`, from);
    expect([sixth.statusCode, sixth.json().code]).toEqual([429, "TOO_OFTEN"]);
    expect(Number(sixth.headers["retry-after"])).toBeGreaterThan(0);
    // Nobody is kept from asking by what others asked.
    expect((await ask(cedula, other)).statusCode).toBe(200);

    const busy = newAddress();
    const answers = await Promise.all(Array.from({ length: 70 }, (_, index) => ask(`7654${index}00`, busy)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
    server.clock.push(WINDOW_MS);
    expect((await ask(cedula, from)).statusCode).toBe(200);
    expect((await ask("76540000", busy)).statusCode).toBe(200);
  });

  it("brings a person five mails at most, whoever asks, and always one to where they signed in", async () => {
    const email = newEmail();
    const rosa = await server.newPerson({ email, password: OLD });
    const home = newAddress();
    const entered = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      remoteAddress: home,
      payload: { cedula: rosa.cedula, password: OLD, userType: "USER" },
    });
    expect(entered.statusCode).toBe(200);
    for (let time = 0; time < 9; time += 1) {
      expect((await ask(rosa.cedula)).statusCode).toBe(200);
    }
    await expect.poll(waiting).toEqual([]);
    const mails = () => server.db.selectFrom("outbox").select("id").where("user_id", "=", rosa.id).execute();
    expect(await mails()).toHaveLength(5);
    for (let time = 0; time < 4; time += 1) {
      await post.next(email);
    }
    // What others asked for after that voids nothing.
    const fifth = await tokenFor(email);
    expect((await linksOf(rosa)).length).toBe(1);
    expect((await ask(rosa.cedula, home)).statusCode).toBe(200);
    await expect.poll(async () => (await mails()).length).toBe(6);
    const own = await tokenFor(email);
    expect((await reset(fifth, NEW)).statusCode).toBe(404);
    expect((await reset(own, NEW)).statusCode).toBe(200);
  });

  it("that waited while no server ran is answered by the next, but not the day after", async () => {
    const [soon, late] = [newEmail(), newEmail()];
    const now = server.clock.now().getTime();
    for (const [email, age] of [
      [late, HALF_HOUR_MS],
      [soon, 60_000],
    ] as const) {
      const { cedula } = await server.newPerson({ email, password: OLD });
      await server.db
        .insertInto("recovery_requests")
        .values({ id: server.app.services.newId(), cedula, asked_at: new Date(now - age), network: "" })
        .execute();
    }
    const clerk = new RecoveryClerk(server.app.services);
    clerk.start();
    await post.next(soon);
    await expect.poll(waiting).toEqual([]);
    await clerk.stop();
    expect(post.arrived.some(({ to }) => to.includes(late))).toBe(false);
  });
});

/** Welch's t of two samples: under 4.5 nobody can tell them apart. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((all) => {
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    const variance = all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (all.length - 1);
    return { mean, error: variance / all.length };
  });
  return a && b ? (a.mean - b.mean) / Math.sqrt(a.error + b.error) : Number.NaN;
}
