import { afterAll, describe, expect, it } from "vitest";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const PASSWORD = "una clave de prueba";
const WINDOW_MS = 15 * 60_000;

const signIn = (cedula: string, password: string, more: Record<string, unknown> = {}, path = "user") =>
  server.app.http.inject({
    method: "POST",
    url: `/api/${path}/auth/login`,
    payload: { cedula, password, userType: "USER", ...more },
  });

const currentUser = (token: string) =>
  server.app.http.inject({ url: "/api/user/auth/currentUser", headers: { authorization: `JWT ${token}` } });

describe("POST /api/user/auth/login", () => {
  it("lets somebody in who signs in from many pages at once: right passwords never count as failures", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const replies = await Promise.all(Array.from({ length: 30 }, () => signIn(rosa.cedula, PASSWORD)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  });

  it("gives a token, the person and their spaces, the last used first", async () => {
    const building = await server.newBuilding();
    const [home, other] = building.apartments;
    const rosa = await server.newPerson({
      password: PASSWORD,
      spaces: [
        { role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: home?.id ?? "" },
        { role: "PROPIETARIO", buildingId: building.id, apartmentId: other?.id ?? "" },
      ],
    });
    const reply = (await signIn(rosa.cedula, PASSWORD)).json();
    expect(reply).toMatchObject({
      user: {
        id: rosa.id,
        cedula: rosa.cedula,
        role: "RESIDENTE_LIDER",
        apartment: { name: home?.name },
        building: { id: building.id },
      },
      spaces: [{ role: { name: "RESIDENTE_LIDER" } }, { role: { name: "PROPIETARIO" } }],
    });
    expect(reply.user).not.toHaveProperty("password_hash");
    expect((await currentUser(reply.token)).json()).toEqual({ user: reply.user, spaces: reply.spaces });

    const chosen = await server.app.http.inject({
      method: "PUT",
      url: `/api/user/spaces/${rosa.spaceIds[1]}/current`,
      headers: { authorization: `JWT ${reply.token}` },
    });
    expect(chosen.json()).toMatchObject({ user: { role: "PROPIETARIO" } });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["building_id", "actor_id", "subject_id", "detail"])
      .where("action", "=", "auth.space-chosen")
      .where("actor_id", "=", rosa.id)
      .execute();
    expect(lines).toEqual([
      { building_id: building.id, actor_id: rosa.id, subject_id: rosa.spaceIds[1], detail: {} },
    ]);
  });

  it("refuses a wrong password, an unknown person and the other login's account alike", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    const platform = await server.newPerson({ password: PASSWORD, userType: "ADMIN" });
    const answers = await Promise.all([
      signIn(person.cedula, "otra"),
      signIn("99999999999", PASSWORD),
      signIn(platform.cedula, PASSWORD),
      signIn(person.cedula, PASSWORD, { userType: "ADMIN" }, "bb"),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        statusCode: 401,
        code: "BAD_CREDENTIALS",
        message: "* Usuario o contraseña inválidos",
        errors: [],
      });
    }
    const asAdmin = await signIn(platform.cedula, PASSWORD, { userType: "ADMIN" }, "bb");
    expect(asAdmin.json()).toMatchObject({ code: "SECOND_FACTOR_ENROLMENT" });
  });

  it("asks a deactivated administrator for no second factor: whether the password is right stays unknown", async () => {
    const platform = await server.newPerson({ password: PASSWORD, userType: "ADMIN" });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", platform.id).execute();
    const answer = await signIn(platform.cedula, PASSWORD, { userType: "ADMIN" }, "bb");
    expect(answer.json()).toMatchObject({ statusCode: 401, code: "BAD_CREDENTIALS" });
    const enrolments = await server.db
      .selectFrom("second_factors")
      .select("user_id")
      .where("user_id", "=", platform.id)
      .execute();
    expect(enrolments).toEqual([]);
  });

  it.each([
    ["had the password changed", { password_hash: null }],
    ["was deactivated", { active: false }],
  ])("opens nothing for who %s while it was compared", async (_what, change) => {
    const person = await server.newPerson({ password: PASSWORD });
    let answer: ReturnType<typeof signIn> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.updateTable("users").set(change).where("id", "=", person.id).execute();
      answer = signIn(person.cedula, PASSWORD);
      // It has compared the password that was, and asks now whether it still is.
      await expect.poll(() => waitingForALock(server)).toBe(1);
    });
    expect((await answer)?.json()).toMatchObject({ code: "BAD_CREDENTIALS" });
    const actions = await server.db
      .selectFrom("audit_lines")
      .select("action")
      .where("actor_id", "=", person.id)
      .execute();
    expect(actions).toEqual([]);
  });

  it("names what is missing, and what is wrong", async () => {
    const missing = await signIn("", "x");
    expect(missing.statusCode).toBe(422);
    expect(missing.json()).toMatchObject({
      code: "INCOMPLETE",
      errors: [{ property: "cedula", message: "should not be null" }],
    });
    expect((await signIn("1", "x", { unknown: 1 })).statusCode).toBe(400);
    expect((await signIn("1", "x", { password: 7 })).statusCode).toBe(400);
    expect((await signIn("1", "x".repeat(2100))).statusCode).toBe(413);
    expect((await signIn("1\u00001", "x")).json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
    const text = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      headers: { "content-type": "application/json" },
      payload: "{not json",
    });
    expect(text.json()).toMatchObject({ statusCode: 400, code: "BAD_REQUEST" });
  });

  it("stops guessing after ten failures, and counts no success", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    for (let success = 0; success < 3; success += 1) {
      expect((await signIn(person.cedula, PASSWORD)).statusCode).toBe(200);
    }
    for (let failure = 0; failure < 10; failure += 1) {
      expect((await signIn(person.cedula, "mala")).statusCode).toBe(401);
    }
    const stopped = await signIn(person.cedula, PASSWORD);
    expect(stopped.statusCode).toBe(429);
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(0);
    server.clock.push(WINDOW_MS);
    expect((await signIn(person.cedula, PASSWORD)).statusCode).toBe(200);
  });

  it("lets no more than ten guesses through, also when they come all at once", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(person.cedula, "mala")));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(15);
    server.clock.push(WINDOW_MS);
  });

  it("lets demonstration accounts in from this machine alone", async () => {
    const person = await server.newPerson({ password: PASSWORD, isDemonstration: true });
    expect((await signIn(person.cedula, PASSWORD)).statusCode).toBe(200);
    const forwarded = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      headers: { "x-forwarded-for": "127.0.0.1" },
      payload: { cedula: person.cedula, password: PASSWORD, userType: "USER" },
    });
    const remote = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/login",
      remoteAddress: "192.0.2.7",
      payload: { cedula: person.cedula, password: PASSWORD, userType: "USER" },
    });
    expect([forwarded.statusCode, remote.statusCode]).toEqual([401, 401]);
  });
});

describe("a session", () => {
  it("ends at once, on HTTP and on every socket of it, and on no other", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    const { token } = (await signIn(person.cedula, PASSWORD)).json<{ token: string }>();
    const [one, two, other] = await Promise.all([
      server.connectAs({ token }),
      server.connectAs({ token }),
      server.connectAs(person),
    ]);
    const ends = Promise.all([one.ended(), two.ended()]);
    const out = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/logout",
      headers: { authorization: `JWT ${token}` },
    });
    expect(out.json()).toEqual({ ok: true });
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    expect((await currentUser(token)).statusCode).toBe(401);
    expect((await currentUser(person.token)).statusCode).toBe(200);
    expect(other.raw.connected).toBe(true);
  });

  it("is nobody's with a forged, foreign or outdated token", async () => {
    const person = await server.newPerson();
    const forged = `${person.token.slice(0, -4)}AAAA`;
    for (const token of [forged, "", "x.y.z", "null"]) {
      expect((await currentUser(token)).statusCode).toBe(401);
    }
    server.clock.push(91 * 24 * 3_600_000);
    expect((await currentUser(person.token)).statusCode).toBe(401);
  });

  it("ends for a person who was deactivated", async () => {
    const person = await server.newPerson();
    await server.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
    expect((await currentUser(person.token)).statusCode).toBe(401);
  });

  it("has no spaces that are pending, rejected or over", async () => {
    const building = await server.newBuilding();
    const spaces = [
      { role: "RESIDENTE" as const, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
    ];
    const person = await server.newPerson({ spaces });
    for (const change of [
      { status: "PENDING" as const },
      { status: "REJECTED" as const },
      { status: "APPROVED" as const, ends_at: new Date(0) },
    ]) {
      await server.db.updateTable("spaces").set(change).where("user_id", "=", person.id).execute();
      expect((await currentUser(person.token)).json()).toMatchObject({ spaces: [] });
    }
  });
});

describe("init", () => {
  it("answers a good token with who it is, and refuses all others", async () => {
    const person = await server.newPerson();
    const socket = await server.connect();
    expect(await socket.ask("init", { token: "nonsense" })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    expect(await socket.ask("init", Buffer.from("x"))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await socket.ask("init")).toMatchObject({ code: "BAD_REQUEST" });
    expect(await socket.ask("init", { token: person.token })).toEqual({
      ok: true,
      userId: person.id,
      socketId: socket.id,
    });
    expect(await socket.ask("init", { token: "nonsense" })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    expect(await socket.ask("leave:cam_stream", {})).not.toMatchObject({ code: "SIGN_IN_REQUIRED" });
  });

  it("is never met with silence, also by who wants no acknowledgement", async () => {
    const socket = await server.connect();
    socket.raw.emit("init", { token: "nonsense" });
    expect(await socket.hear("message:error")).toMatchObject({ event: "init", code: "SIGN_IN_REQUIRED" });
    for (let sent = 0; sent < 200; sent += 1) {
      socket.raw.emit("leave:cam_stream", {});
    }
    expect(await socket.hear("message:error", ({ code }) => code === "TOO_OFTEN")).toMatchObject({
      event: "leave:cam_stream",
    });
    await expect.poll(() => socket.heardSoFar("message:error").length).toBe(199);
  });

  it("closes the line of who sends too much, and no other", async () => {
    const person = await server.newPerson();
    const [flooding, quiet] = [await server.connectAs(person), await server.connectAs(person)];
    const ended = flooding.ended();
    flooding.raw.emit("init", { token: "x".repeat(2_100_000) });
    expect(await ended).toMatch(/^transport/);
    expect(await quiet.ask("init", { token: person.token })).toMatchObject({ ok: true });
  });

  it("leaves sockets to come back when the server stops", async () => {
    const person = await server.newPerson();
    const another = await server.another();
    const { io } = await import("socket.io-client");
    const socket = io(another.url, { transports: ["websocket"], reconnection: false, forceNew: true });
    await socket.emitWithAck("init", { token: person.token });
    const ended = new Promise<string>((resolve) => {
      socket.once("disconnect", resolve);
    });
    await another.close();
    expect(await ended).toBe("transport close");
  });
});
