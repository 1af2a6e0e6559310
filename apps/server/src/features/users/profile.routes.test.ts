import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { interleaved } from "../../../testing/interleaved.ts";
import { startMailServer } from "../../../testing/mail-server.ts";
import { fileOf, picture } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { setPassword } from "../accounts/index.ts";
import { endSessions } from "../auth/ending-sessions.ts";
import { newPasswordLink } from "../auth/links.service.ts";

const post = await startMailServer();
const server = await startTestServer({
  PUBLIC_URL: "https://umbral.example",
  SMTP_URL: post.url,
  MAIL_FROM: "Umbral <no-reply@umbral.example>",
});
afterAll(async () => {
  await server.close();
  await post.down();
});

const PASSWORD = "una clave de prueba";
const DAY_MS = 24 * 3_600_000;

let count = 0;
const newEmail = () => {
  count += 1;
  return `persona${count}@example.com`;
};
type By = Pick<TestPerson, "headers"> | null;

const send = (method: "GET" | "PUT" | "POST", path: string, by: By, payload?: object) =>
  server.app.http.inject({
    method,
    url: `/api/user/profile/${path}`,
    headers: by?.headers ?? {},
    ...(payload ? { payload } : {}),
  });

async function putPhoto(by: By, photo: File | string) {
  const form = new FormData();
  form.append("photo", photo);
  const reply = await fetch(`${server.url}/api/user/profile/photo`, {
    method: "PUT",
    headers: by?.headers ?? {},
    body: form,
  });
  return { status: reply.status, body: (await reply.json()) as { code?: string; user?: { photo: string } } };
}

const rowOf = (person: TestPerson) =>
  server.db.selectFrom("users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
const actionsOf = async (person: TestPerson) =>
  (
    await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("actor_id", "=", person.id)
      .orderBy("id")
      .execute()
  ).map(({ action, detail }) => [action, detail]);

describe("one's own picture", () => {
  it("is taken from who is signed in alone, and only if it is one", async () => {
    const person = await server.newPerson();
    expect((await putPhoto(null, await picture())).status).toBe(401);
    expect(await putPhoto(person, fileOf("<svg/>", "image/svg+xml"))).toMatchObject({
      status: 422,
      body: { code: "PICTURE_NOT_VALID" },
    });
    expect((await putPhoto(person, "no file")).status).toBe(400);
    expect((await rowOf(person)).photo_file_id).toBeNull();
  });

  it("takes the place of the one before, and is shown by an address that ends", async () => {
    const person = await server.newPerson();
    await putPhoto(person, await picture());
    const first = (await rowOf(person)).photo_file_id;
    const { status, body } = await putPhoto(person, await picture({ format: "png" }));
    expect(status).toBe(200);
    const second = (await rowOf(person)).photo_file_id;
    expect(second).not.toBe(first);
    expect(body.user?.photo).toContain(second);
    const shown = await server.app.http.inject(body.user?.photo ?? "");
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(await actionsOf(person)).toEqual([
      ["users.photo-changed", {}],
      ["users.photo-changed", {}],
    ]);
  });

  it("is changed six times in a quarter of an hour, and nothing is decoded after that", async () => {
    const person = await server.newPerson();
    const other = await server.newPerson();
    server.clock.hold();
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await putPhoto(person, await picture())).status).toBe(200);
    }
    expect(await putPhoto(person, fileOf("no es una foto"))).toMatchObject({
      status: 429,
      body: { code: "TOO_OFTEN" },
    });
    // Who goes on is refused before anything is read: of this picture nothing ever comes.
    const headers = {
      ...person.headers,
      "content-type": "multipart/form-data; boundary=x",
      "content-length": 4_000_000,
    };
    const again = request(`${server.url}/api/user/profile/photo`, { method: "PUT", headers });
    again.flushHeaders();
    const [refused] = (await once(again, "response")) as [IncomingMessage];
    expect(refused.statusCode).toBe(429);
    again.destroy();
    server.clock.release();
    expect((await putPhoto(other, await picture())).status).toBe(200);
    server.clock.push(15 * 60_000);
    expect((await putPhoto(person, await picture())).status).toBe(200);
  });
});

describe("one's own telephone number", () => {
  const change = (by: By, phone: string, currentPassword = PASSWORD) =>
    send("PUT", "phone", by, { phone, currentPassword });

  it("changes with the password, in one form, and the mail tells of it", async () => {
    const email = newEmail();
    const person = await server.newPerson({ email, password: PASSWORD, phone: "+573000000000" });
    const answer = await change(person, "300 123 45 67");
    expect([answer.statusCode, answer.json().user.phone]).toEqual([200, "+573001234567"]);
    expect(await actionsOf(person)).toEqual([["users.phone-changed", {}]]);
    const { mail } = await post.next(email);
    expect(mail.subject).toBe("Tu número de celular cambió en Umbral");
    expect(mail.text).not.toContain("3001234567");
  });

  it("does not change for a stranger, with a wrong password, or to what is no number", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    expect((await change(null, "3001234567")).statusCode).toBe(401);
    expect((await change(person, "3001234567", "otra")).json()).toMatchObject({
      statusCode: 422,
      code: "WRONG_PASSWORD",
    });
    expect((await change(person, "123")).json()).toMatchObject({
      statusCode: 400,
      errors: [{ property: "phone", message: "no es un número de teléfono válido" }],
    });
    expect((await change(person, "")).json()).toMatchObject({ code: "INCOMPLETE" });
    expect((await rowOf(person)).phone).toBe("");
  });
});

describe("how one is reached", () => {
  const asks = [
    ["phone", { phone: "3001234567" }],
    ["email", { email: newEmail() }],
  ] as const;

  it.each(asks)(
    "%s does not change in a session that is ended while the password is compared",
    async (path, body) => {
      const person = await server.newPerson({ password: PASSWORD });
      const answer = await interleaved(
        server,
        (trx) =>
          endSessions(server.app.services, trx, {
            userId: person.id,
            which: { except: null },
            by: { id: person.id, sessionId: null },
          }),
        () => send("PUT", path, person, { ...body, currentPassword: PASSWORD }),
      );
      expect(answer.json()).toMatchObject({ statusCode: 401, code: "SIGN_IN_REQUIRED" });
      expect(await actionsOf(person)).toEqual([]);
    },
  );

  it.each(asks)("%s does not change with a password that is changed meanwhile", async (path, body) => {
    const person = await server.newPerson({ password: PASSWORD });
    const answer = await interleaved(
      server,
      (trx) => setPassword(trx, person.id, "another one's digest"),
      () => send("PUT", path, person, { ...body, currentPassword: PASSWORD }),
    );
    expect(answer.json()).toMatchObject({ statusCode: 422, code: "WRONG_PASSWORD" });
    expect(await actionsOf(person)).toEqual([]);
  });
});

describe("one's own e-mail address", () => {
  const change = (by: By, email: string, currentPassword = PASSWORD) =>
    send("PUT", "email", by, { email, currentPassword });
  const confirm = (by: By, token: string) => send("POST", "email/confirm", by, { token });
  const pending = async (by: By) => (await send("GET", "email", by)).json();
  const linkTo = async (email: string): Promise<string> =>
    /\/confirmar_correo\?token=([\w-]{43})/.exec((await post.next(email)).mail.text ?? "")?.[1] ?? "";

  it("changes when the new one says yes, and the old one hears of it twice", async () => {
    const [before, after] = [newEmail(), newEmail()];
    const person = await server.newPerson({ email: before, password: PASSWORD });
    const asked = await change(person, after);
    expect(asked.json()).toMatchObject({ pending: { email: after } });
    expect(await pending(person)).toEqual(asked.json());
    expect((await rowOf(person)).email).toBe(before);
    expect((await post.next(before)).mail.subject).toBe("Pidieron cambiar el correo de tu cuenta de Umbral");

    const answer = await confirm(person, await linkTo(after));
    expect([answer.statusCode, answer.json().user.email]).toEqual([200, after]);
    expect(await pending(person)).toEqual({ pending: null });
    expect((await post.next(before)).mail.subject).toBe("El correo de tu cuenta de Umbral cambió");
    expect(await actionsOf(person)).toEqual([
      ["users.email-asked", {}],
      ["users.email-changed", {}],
    ]);
  });

  it("is confirmed by whose it is, once, with the newest link, in time", async () => {
    const [first, second] = [newEmail(), newEmail()];
    const person = await server.newPerson({ password: PASSWORD });
    const other = await server.newPerson({ password: PASSWORD });
    const refusal = { statusCode: 404, code: "EMAIL_LINK_NOT_VALID" };
    await change(person, first);
    const old = await linkTo(first);
    await change(person, second);
    const token = await linkTo(second);
    for (const [by, wrong] of [
      [person, old],
      [person, "x"],
      [other, token],
    ] as const) {
      expect((await confirm(by, wrong)).json()).toMatchObject(refusal);
    }
    expect((await confirm(null, token)).statusCode).toBe(401);
    const both = await Promise.all([confirm(person, token), confirm(person, token)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);

    const third = newEmail();
    await change(person, third);
    const late = await linkTo(third);
    server.clock.push(DAY_MS);
    expect((await confirm(person, late)).json()).toMatchObject(refusal);
    expect(await pending(person)).toEqual({ pending: null });
    expect((await rowOf(person)).email).toBe(second);
  });

  it("is nobody else's, which only whoever reads its mail is told", async () => {
    const email = newEmail();
    await server.newPerson({ email });
    const person = await server.newPerson({ password: PASSWORD });
    expect((await change(person, ` ${email.toUpperCase()} `)).json()).toMatchObject({ pending: { email } });
    expect((await confirm(person, await linkTo(email))).json()).toMatchObject({
      statusCode: 409,
      code: "ALREADY_EXISTS",
      errors: [{ property: "email", message: "already exists" }],
    });
    expect((await rowOf(person)).email).toBe("");
  });

  it("is not asked for by a stranger, with a wrong password, or too often", async () => {
    const person = await server.newPerson({ password: PASSWORD });
    expect((await change(null, newEmail())).statusCode).toBe(401);
    expect((await change(person, newEmail(), "otra")).json()).toMatchObject({ code: "WRONG_PASSWORD" });
    expect((await change(person, "a@b.co, c@d.co")).json()).toMatchObject({
      statusCode: 400,
      errors: [{ property: "email", message: "no es un correo electrónico válido" }],
    });
    for (let time = 0; time < 5; time += 1) {
      expect((await change(person, newEmail())).statusCode).toBe(200);
    }
    expect((await change(person, newEmail())).statusCode).toBe(429);
  });

  it("that waited is of no use once the password was changed", async () => {
    const email = newEmail();
    const person = await server.newPerson({ password: PASSWORD });
    await change(person, email);
    const token = await linkTo(email);
    await send("PUT", "password", person, { currentPassword: PASSWORD, password: "tres loros en la mesa" });
    expect((await confirm(person, token)).statusCode).toBe(404);
  });

  it("makes a link to a new password worth nothing that went to the one before, which another number leaves", async () => {
    const { services } = server.app;
    const email = newEmail();
    const person = await server.newPerson({ email: newEmail(), password: PASSWORD });
    const linkThatWent = async () => {
      const link = server.db.transaction().execute((trx) => newPasswordLink(services, trx, person.id));
      return new URL((await link).url).searchParams.get("token");
    };
    const reset = async (token: string | null, password = "la clave de quien lee el buzón") =>
      (
        await server.app.http.inject({
          method: "POST",
          url: "/api/user/auth/resetPassword",
          payload: { token, password },
        })
      ).json().code;

    const newPhone = (phone: string) => send("PUT", "phone", person, { phone, currentPassword: PASSWORD });
    await change(person, email);
    const toMail = await linkThatWent();
    await newPhone("300 123 45 68");
    // It is weak: the link was good, and is so still.
    expect(await reset(toMail, "12345678")).toBe("PASSWORD_NOT_ACCEPTED");
    expect((await confirm(person, await linkTo(email))).statusCode).toBe(200);
    expect(await reset(toMail)).toBe("RESET_LINK_NOT_VALID");
    // Without a mail it went by SMS.
    await server.db.updateTable("users").set({ email: "" }).where("id", "=", person.id).execute();
    const toPhone = await linkThatWent();
    await newPhone("300 123 45 69");
    expect(await reset(toPhone)).toBe("RESET_LINK_NOT_VALID");
  });

  it("that waited is of no use once the password was recovered: who asked knew the old one", async () => {
    const email = newEmail();
    const person = await server.newPerson({ password: PASSWORD });
    await change(person, email);
    const token = await linkTo(email);
    const { services } = server.app;
    const { url } = await server.db.transaction().execute((trx) => newPasswordLink(services, trx, person.id));
    const recovered = await server.app.http.inject({
      method: "POST",
      url: "/api/user/auth/resetPassword",
      payload: { token: new URL(url).searchParams.get("token"), password: "tres loros en la mesa" },
    });
    expect(recovered.statusCode).toBe(200);
    expect((await confirm(await server.newSession(person.id), token)).statusCode).toBe(404);
  });
});
