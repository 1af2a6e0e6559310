import { type Kysely, sql } from "kysely";
import type { Database } from "../src/platform/database.ts";
import { asking } from "./test-admin.ts";
import type { TestServer } from "./test-server.ts";

/** Messages to an address, from the outbox that `seeMessages` keeps. */
export async function messagesTo(db: Database, to: string): Promise<{ channel: string; body: string }[]> {
  const seen = db as unknown as Kysely<{
    messages_seen: { id: string; channel: string; recipient: string; body: string };
  }>;
  return seen
    .selectFrom("messages_seen")
    .select(["channel", "body"])
    .where(sql<boolean>`recipient = ${to}`)
    .orderBy("id")
    .execute();
}

/** The secret of the newest invitation that went to this address. */
export async function invitedToken(db: Database, to: string): Promise<string> {
  const bodies = (await messagesTo(db, to)).map(({ body }) => /invitacion\?token=([\w-]+)/.exec(body)?.[1]);
  return bodies.filter((token) => token !== undefined).at(-1) ?? "";
}

/** The newest code that went to this address. */
export async function invitedCode(db: Database, to: string): Promise<string> {
  const bodies = (await messagesTo(db, to)).map(
    ({ body }) => /código(?: de Umbral)? es (\d{6})/.exec(body)?.[1],
  );
  return bodies.filter((code) => code !== undefined).at(-1) ?? "";
}

/** Accepts as whoever reads what is sent to `to`. @returns the answer of the acceptance */
export async function acceptAs(
  server: TestServer,
  to: string,
  { password = "una clave muy larga", way = to.includes("@") ? "mail" : "sms", acceptTerms = true } = {},
) {
  const ask = asking(server, null);
  const token = await invitedToken(server.db, to);
  await ask("POST", "/api/invitations/code", { token, way });
  const code = await invitedCode(server.db, to);
  return ask("POST", "/api/invitations/acceptance", { token, code, password, acceptTerms });
}
