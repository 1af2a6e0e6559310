import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { setPhone } from "../accounts/index.ts";
import { newPasswordLink, voidPasswordLinkTo } from "./links.service.ts";
import { insertRecoveryRequest } from "./recovery.queries.ts";
import { answerRequest } from "./recovery.service.ts";

const server = await startTestServer();
afterAll(() => server.close());
await seeMessages(server);

const OLD = "una clave de prueba";
const NEW = "tres loros en la mesa";
const HALF_HOUR_MS = 30 * 60_000;

let count = 0;
/** An address nobody else has asked from. */
const newAddress = () => {
  count += 1;
  return `198.51.100.${count}`;
};
const reset = (token: string, password: string, from = newAddress()) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/resetPassword",
    remoteAddress: from,
    payload: { token, password },
  });
const signIn = (cedula: string, password: string) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    payload: { cedula, password, userType: "USER" },
  });
const linksOf = (person: TestPerson) =>
  server.db.selectFrom("link_tokens").selectAll().where("user_id", "=", person.id).execute();

describe("a link", () => {
  const newLinkOf = async (person: TestPerson): Promise<string> => {
    const { url } = await server.db
      .transaction()
      .execute((trx) => newPasswordLink(server.app.services, trx, person.id));
    return new URL(url).searchParams.get("token") ?? "";
  };
  const refusal = { statusCode: 404, code: "RESET_LINK_NOT_VALID" };

  it("is kept as a digest alone", async () => {
    const person = await server.newPerson({ password: OLD });
    const token = await newLinkOf(person);
    const [row] = await linksOf(person);
    expect(row?.token_hash).toHaveLength(32);
    expect(JSON.stringify(await linksOf(person))).not.toContain(token);
  });

  it("is good once, also when two use it at once", async () => {
    const person = await server.newPerson({ password: OLD });
    const token = await newLinkOf(person);
    const answers = await Promise.all([reset(token, NEW), reset(token, "otra frase larga")]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect((await reset(token, NEW)).json()).toMatchObject(refusal);
  });

  it("ends every session that the person had", async () => {
    const person = await server.newPerson({ password: OLD });
    const other = await server.newSession(person.id);
    expect((await reset(await newLinkOf(person), NEW)).statusCode).toBe(200);
    for (const { headers } of [person, other]) {
      const reply = await server.app.http.inject({ url: "/api/user/auth/currentUser", headers });
      expect(reply.statusCode).toBe(401);
    }
    expect((await signIn(person.cedula, OLD)).statusCode).toBe(401);
    expect((await signIn(person.cedula, NEW)).statusCode).toBe(200);
  });

  it("is replaced by the next, and dies after thirty minutes", async () => {
    const person = await server.newPerson({ password: OLD });
    const first = await newLinkOf(person);
    const second = await newLinkOf(person);
    expect((await reset(first, NEW)).json()).toMatchObject(refusal);
    server.clock.push(HALF_HOUR_MS);
    expect((await reset(second, NEW)).json()).toMatchObject(refusal);
    expect((await signIn(person.cedula, OLD)).statusCode).toBe(200);
  });

  it("is nobody's when it was made up, belongs to somebody deactivated, or is for something else", async () => {
    const person = await server.newPerson({ password: OLD });
    const token = await newLinkOf(person);
    await server.db.updateTable("users").set({ active: false }).where("id", "=", person.id).execute();
    for (const wrong of [token, "x", `${token}x`, "a".repeat(43)]) {
      expect((await reset(wrong, NEW)).json()).toMatchObject(refusal);
    }
    await server.db.updateTable("users").set({ active: true }).where("id", "=", person.id).execute();
    await server.db
      .updateTable("link_tokens")
      .set({ purpose: "email", email: "x@example.com" })
      .where("user_id", "=", person.id)
      .execute();
    expect((await reset(token, NEW)).json()).toMatchObject(refusal);
  });

  it("outlives a password that is not taken", async () => {
    const person = await server.newPerson({ password: OLD });
    const token = await newLinkOf(person);
    const reasons: [string, string][] = [
      ["corta", "debe tener al menos 8 caracteres"],
      ["Colombia2026!", "es fácil de adivinar, elige otra"],
      [person.cedula, "es fácil de adivinar, elige otra"],
    ];
    for (const [password, message] of reasons) {
      expect((await reset(token, password)).json()).toMatchObject({
        statusCode: 422,
        code: "PASSWORD_NOT_ACCEPTED",
        errors: [{ property: "password", message }],
      });
    }
    expect((await reset(token, "")).json()).toMatchObject({ statusCode: 422, code: "INCOMPLETE" });
    expect((await reset(token, "x".repeat(201))).statusCode).toBe(400);
    expect((await reset(token, "x".repeat(2100))).statusCode).toBe(413);
    expect((await reset(token, NEW)).statusCode).toBe(200);
  });

  it("goes to no number that is changed at the very same moment", async () => {
    const { services } = server.app;
    const [old, next] = ["+573001118899", "+573001118877"];
    const person = await server.newPerson({ phone: old });
    await interleaved(
      server,
      async (other) => {
        await setPhone(other, person.id, next);
        await voidPasswordLinkTo(services, other, "phone", { id: person.id, email: "" });
      },
      async () => {
        const askedAt = server.clock.now();
        const request = { id: services.newId(), cedula: person.cedula, askedAt, network: newAddress() };
        await insertRecoveryRequest(server.db, request);
        return answerRequest(services);
      },
    );
    // The running server may have been quicker to take what was asked.
    await expect.poll(() => messagesTo(server, next)).toHaveLength(1);
    expect(await messagesTo(server, old)).toEqual([]);
  });

  it("cannot be guessed from one address for long", async () => {
    const from = newAddress();
    const answers = await Promise.all(Array.from({ length: 61 }, () => reset("x", NEW, from)));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  });

  it("lets nobody in who signs in with the old password at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await server.newPerson({ password: OLD });
      const token = await newLinkOf(person);
      const [, signedIn] = await Promise.all([reset(token, NEW), signIn(person.cedula, OLD)]);
      const headers = { authorization: `JWT ${signedIn.json().token ?? "x"}` };
      const url = "/api/user/auth/currentUser";
      expect((await server.app.http.inject({ url, headers })).statusCode).toBe(401);
    }
  });
});
