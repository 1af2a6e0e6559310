import { SignJWT } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { interleaved } from "../../../testing/interleaved.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { setPassword } from "../accounts/index.ts";
import { hashPassword } from "./passwords.ts";

const server = await startTestServer();
afterAll(() => server.close());

const OLD = "una clave de prueba";
const NEW = "tres loros en la mesa";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

interface Signed {
  token: string;
  headers: { authorization: string };
}
async function signIn(cedula: string, password: string, userAgent = ANDROID): Promise<Signed> {
  const reply = await server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    headers: { "user-agent": userAgent },
    payload: { cedula, password, userType: "USER" },
  });
  const { token } = reply.json<{ token: string }>();
  return { token, headers: { authorization: `JWT ${token}` } };
}
const send = (
  method: "GET" | "PUT" | "POST" | "DELETE",
  url: string,
  by: Pick<Signed, "headers"> | null,
  payload?: object,
) => server.app.http.inject({ method, url, headers: by?.headers ?? {}, ...(payload ? { payload } : {}) });
const sessionsOf = async (by: Pick<Signed, "headers">) =>
  (await send("GET", "/api/user/sessions", by)).json<{
    sessions: { id: string; device: string; isCurrent: boolean; lastUsedAt: string; createdAt: string }[];
  }>().sessions;
const isOpen = async (by: Pick<Signed, "headers">) =>
  (await send("GET", "/api/user/auth/currentUser", by)).statusCode === 200;
const change = (by: Pick<Signed, "headers"> | null, currentPassword: string, password: string) =>
  send("PUT", "/api/user/profile/password", by, { currentPassword, password });

describe("the sessions of a person", () => {
  it("are nobody else's", async () => {
    const [rosa, other] = await Promise.all([server.newPerson(), server.newPerson()]);
    const [session] = await sessionsOf(rosa);
    const url = `/api/user/sessions/${session?.id}`;
    expect((await send("GET", "/api/user/sessions", null)).statusCode).toBe(401);
    expect((await send("DELETE", url, null)).statusCode).toBe(401);
    expect((await send("DELETE", url, other)).statusCode).toBe(404);
    expect((await send("DELETE", "/api/user/sessions/no-id", other)).statusCode).toBe(400);
    expect(await isOpen(rosa)).toBe(true);
    expect(await sessionsOf(other)).toHaveLength(1);
  });

  it("go on after an update with the tokens that they had, which named no kind", async () => {
    const rosa = await server.newPerson();
    const [session] = await sessionsOf(rosa);
    const token = await new SignJWT({ sid: session?.id ?? "" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt()
      .sign(new TextEncoder().encode(server.sessionSecret));
    const before = { token, headers: { authorization: `JWT ${token}` } };
    expect(await isOpen(before)).toBe(true);
    await server.connectAs(before);
    await send("POST", "/api/user/auth/logout", before);
    expect(await isOpen(before)).toBe(false);
  });

  it("are not opened by what else the server signs for them", async () => {
    const rosa = await server.newPerson();
    const [session] = await sessionsOf(rosa);
    const { proofs, clock } = server.app.services;
    const until = new Date(clock.now().getTime() + 60_000);
    const about = { subjectId: session?.id ?? "", sessionId: session?.id ?? "" };
    const proof = await proofs.make("reject-call", about, until);
    expect(await isOpen({ headers: { authorization: `JWT ${proof}` } })).toBe(false);
  });

  it("say where, since when, and when last", async () => {
    const person = await server.newPerson({ password: OLD });
    const began = server.clock.now();
    const phone = await signIn(person.cedula, OLD);
    server.clock.push(4 * 60_000);
    const [first] = await sessionsOf(phone);
    expect(first).toMatchObject({ device: "Chrome en Android", isCurrent: true });
    // Four minutes are too few to write down.
    expect(first?.lastUsedAt).toBe(first?.createdAt);
    server.clock.push(2 * 60_000);
    await isOpen(phone);
    const [later, older] = await sessionsOf(phone);
    expect(Date.parse(later?.lastUsedAt ?? "") - began.getTime()).toBeGreaterThanOrEqual(6 * 60_000);
    expect(older).toMatchObject({ device: "Dispositivo", isCurrent: false });
  });

  it("end one by one, on HTTP and on sockets, and a second time is of something that is not there", async () => {
    const rosa = await server.newPerson();
    const other = await server.newSession(rosa.id);
    const socket = await server.connectAs(other);
    const mine = await server.connectAs(rosa);
    const theOther = (await sessionsOf(rosa)).find(({ isCurrent }) => !isCurrent);
    const ended = socket.ended();
    const url = `/api/user/sessions/${theOther?.id}`;
    expect((await send("DELETE", url, rosa)).json()).toEqual({ ok: true });
    expect(await ended).toBe("io server disconnect");
    expect([await isOpen(other), await isOpen(rosa), mine.raw.connected]).toEqual([false, true, true]);
    expect((await send("DELETE", url, rosa)).statusCode).toBe(404);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id"])
      .where("subject_id", "=", theOther?.id ?? "")
      .execute();
    expect(lines).toEqual([{ action: "auth.session-closed", actor_id: rosa.id }]);
  });

  it("end all but the one that asks", async () => {
    const rosa = await server.newPerson();
    const others = [await server.newSession(rosa.id), await server.newSession(rosa.id)];
    const bystander = await server.newPerson();
    const sockets = await Promise.all(others.map((other) => server.connectAs(other)));
    const ends = Promise.all(sockets.map((socket) => socket.ended()));
    expect((await send("DELETE", "/api/user/sessions", rosa)).json()).toEqual({ ended: 2 });
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    expect(await Promise.all([rosa, ...others, bystander].map(isOpen))).toEqual([true, false, false, true]);
    expect((await send("DELETE", "/api/user/sessions", rosa)).json()).toEqual({ ended: 0 });
  });
});

describe("changing the password", () => {
  it("takes the old one, ends the other sessions and keeps this one", async () => {
    const person = await server.newPerson({ password: OLD });
    const mine = await signIn(person.cedula, OLD);
    const elsewhere = await server.connectAs(person);
    const ended = elsewhere.ended();
    const answer = await change(mine, OLD, NEW);
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }]);
    expect(await ended).toBe("io server disconnect");
    expect([await isOpen(mine), await isOpen(person)]).toEqual([true, false]);
    expect((await signIn(person.cedula, OLD)).token).toBeUndefined();
    expect((await signIn(person.cedula, NEW)).token).toBeDefined();
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", person.id)
      .where("action", "like", "auth.password-%")
      .execute();
    expect(lines).toEqual([{ action: "auth.password-changed", detail: { sessionsEnded: 1 } }]);
  });

  it("refuses a stranger, a wrong password, and one that is too easy", async () => {
    const person = await server.newPerson({ password: OLD });
    expect((await change(null, OLD, NEW)).statusCode).toBe(401);
    expect((await change(person, "otra", NEW)).json()).toMatchObject({
      statusCode: 422,
      code: "WRONG_PASSWORD",
      errors: [{ property: "currentPassword", message: "no es correcta" }],
    });
    expect((await change(person, OLD, "12345678")).json()).toMatchObject({
      code: "PASSWORD_NOT_ACCEPTED",
      errors: [{ property: "password", message: "es fácil de adivinar, elige otra" }],
    });
    expect((await change(person, OLD, "")).json()).toMatchObject({ code: "INCOMPLETE" });
    expect((await signIn(person.cedula, OLD)).token).toBeDefined();
  });

  it("stops who guesses at an open screen, and counts no right one", async () => {
    const person = await server.newPerson({ password: OLD });
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(person, "mala", NEW)).statusCode).toBe(422);
    }
    expect((await change(person, OLD, NEW)).statusCode).toBe(429);
  });

  it("is done once when two do it at once", async () => {
    const person = await server.newPerson({ password: OLD });
    const mine = await signIn(person.cedula, OLD);
    const answers = await Promise.all([change(mine, OLD, NEW), change(person, OLD, "otra frase larga")]);
    // Whoever was second had lost either the session or the password by then.
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it("leaves the one that is set by a link meanwhile", async () => {
    const person = await server.newPerson({ password: OLD });
    const byLink = await hashPassword(NEW);
    const answer = await interleaved(
      server,
      (other) => setPassword(other, person.id, byLink),
      () => change(person, OLD, "otra frase larga"),
    );
    expect(answer.json()).toMatchObject({ statusCode: 422, code: "WRONG_PASSWORD" });
    expect((await signIn(person.cedula, NEW)).token).toBeDefined();
  });
});
