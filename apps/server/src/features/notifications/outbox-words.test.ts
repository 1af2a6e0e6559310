import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { startMailServer } from "../../../testing/mail-server.ts";
import { seeMessages, seen } from "../../../testing/seen-messages.ts";
import { asking } from "../../../testing/test-admin.ts";
import { invitedCode, invitedToken } from "../../../testing/test-invitations.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { givenCode, newLobby, verify } from "../../../testing/test-visits.ts";
import { migrate } from "../../platform/migrate.ts";

const post = await startMailServer();
const server = await startTestServer({ SMTP_URL: post.url, MAIL_FROM: "Umbral <no-reply@umbral.example>" });
afterAll(async () => {
  await server.close();
  await post.down();
});

/** All that lies in the database, as whoever has a copy of it reads it. */
async function wholeDatabase({ db }: TestServer): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
  const texts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(row_to_json(t)::text, E'\n'), '') as text from ${sql.raw(name)} as t`.execute(
      db,
    );
    return `${name}\n${rows[0]?.text}`;
  });
  return (await Promise.all(texts)).join("\n");
}

/** The ways in which something so short or so well known could be found there. */
const formsOf = (secret: string): RegExp[] => [
  // A time's microseconds are six digits too.
  new RegExp(`(?<![\\w.])${secret}(?!\\w)`),
  new RegExp(Buffer.from(secret).toString("hex")),
  new RegExp(Buffer.from(secret).toString("base64").replaceAll("=", "").slice(0, -1)),
];

it("whoever reads the whole database finds no link and no code that opens anything", async () => {
  const messages = await seeMessages(server);
  const { building, pedro, victor } = await newLobby(server);
  const laura = await server.newPerson({ userType: "ADMIN" });
  const nobody = asking(server, null);
  await server.db
    .updateTable("users")
    .set({ email: "pedro@example.org" })
    .where("id", "=", pedro.id)
    .execute();

  await nobody("POST", "/api/user/auth/forgotPassword", { cedula: pedro.cedula });
  const link = async () => /token=([\w-]+)/.exec((await messages.to(pedro.id)).at(-1)?.body ?? "")?.[1];
  await expect.poll(link).toBeDefined();
  const resetLink = (await link()) ?? "";

  const invited = {
    cedula: "1020304050",
    documentType: "CEDULA_CIUDADANIA",
    name: "Inés Invitada",
    email: "ines@example.org",
    phone: "+57 300 555 0101",
    role: "CONSERJE",
  };
  const staff = `/api/bb/buildings/${building.id}/staff`;
  expect((await asking(server, laura)("POST", staff, invited)).status).toBe(200);
  const invitation = await invitedToken(server, invited.email);
  await nobody("POST", "/api/invitations/code", { token: invitation, way: "mail" });
  const addressCode = await invitedCode(server, invited.email);

  const forms = await formsFor(building);
  const express = forms.express();
  await register(server, forms.expressPath, express);
  await register(server, forms.visitorPath, forms.visitor(), { cedula: express["cedula"] });
  const claim = (await seen(server)).find(
    ({ recipient, body }) => recipient === String(express["phone"]).replaceAll(" ", "") && /\d{6}/.test(body),
  );
  const claimCode = /\d{6}/.exec(claim?.body ?? "")?.[0] ?? "";
  const { code: visitCode } = await givenCode(server, { building, victor });

  const secrets = { resetLink, invitation, addressCode, claimCode, visitCode };
  expect(Object.entries(secrets).filter(([, secret]) => !/^(\d{6}|[\w-]{43})$/.test(secret))).toEqual([]);
  const text = await wholeDatabase(server);
  // What is looked for would be seen: what else a message is lies readable.
  expect(text).toContain(invited.email);
  for (const [name, secret] of Object.entries(secrets)) {
    const found = formsOf(secret).filter((form) => form.test(text));
    expect(found, name).toEqual([]);
  }
  // Of so few digits a digest without a key would be tried in a second.
  for (const code of [addressCode, claimCode, visitCode]) {
    expect(text).not.toContain(createHash("sha256").update(code).digest("hex"));
  }

  // They are the ones that open: nothing else was looked for.
  const reset = { token: resetLink, password: "tres loros en la mesa" };
  expect((await nobody("POST", "/api/user/auth/resetPassword", reset)).status).toBe(200);
  const acceptance = { token: invitation, code: addressCode, password: "una clave larga", acceptTerms: true };
  expect((await nobody("POST", "/api/invitations/acceptance", acceptance)).status).toBe(200);
  const doorman = await server.newSession(pedro.id);
  expect((await verify(server, { ...pedro, ...doorman }, building.id, visitCode)).status).toBe(200);
});

it("what an earlier version wrote and has not sent is closed at the next start, and leaves", async () => {
  const old = await startTestServer({ SMTP_URL: post.url, MAIL_FROM: "Umbral <no-reply@umbral.example>" });
  await old.app.close();
  const { id: userId } = await old.newPerson();
  // As the database was before.
  await sql`alter table outbox drop constraint outbox_says, drop column words, drop column readable,
    add column subject text not null, add column body text not null,
    add column data jsonb not null default '{}'`.execute(old.db);
  await sql`delete from migrations where name like '0037-%'`.execute(old.db);
  const insert = (recipient: string, body: string, outcome: string | null) =>
    sql`insert into outbox (id, channel, recipient, subject, body, data, user_id, created_at, next_attempt_at,
      expires_at, settled_at, outcome)
      values (gen_random_uuid(), 'mail', ${recipient}, 'Recupera tu contraseña', ${body}, '{"html": "<p>x</p>"}',
      ${userId}, now(), now() + interval '2 seconds', now() + interval '1 hour',
      ${outcome && new Date()}, ${outcome})`.execute(old.db);
  await insert("vieja@example.org", "https://umbral.example/?token=de-antes", null);
  await insert("salida@example.org", "", "accepted");
  expect(await migrate(old.db)).toEqual([expect.stringMatching(/^0037-/)]);
  expect(await wholeDatabase(old)).toContain("de-antes");

  await old.another();
  const text = await wholeDatabase(old);
  expect(text).toContain("vieja@example.org");
  expect(text).not.toContain("de-antes");
  old.clock.push(2000);
  const { mail } = await post.next("vieja@example.org");
  expect([mail.subject, mail.text?.trim()]).toEqual([
    "Recupera tu contraseña",
    "https://umbral.example/?token=de-antes",
  ]);
  await old.close();
});
