import { type Kysely, type Selectable, sql } from "kysely";
import { openWords } from "../src/features/notifications/outbox-words.ts";
import type { Tables } from "../src/platform/tables.ts";
import type { TestServer } from "./test-server.ts";

export interface SeenMessage {
  channel: string;
  recipient: string;
  subject: string;
  body: string;
  data: Record<string, string>;
}

/** Keeps what is written to the outbox, which forgets its words as soon as a message is settled. */
export async function seeMessages(
  server: TestServer,
): Promise<{ to(userId: string): Promise<SeenMessage[]> }> {
  const { db } = server;
  await sql`create table messages_seen as select * from outbox where false`.execute(db);
  // The running server is not the owner of what a test makes.
  await sql`grant select, insert on messages_seen to public`.execute(db);
  await sql`create function see_message() returns trigger language plpgsql as $$
    begin insert into messages_seen select new.*; return null; end $$`.execute(db);
  await sql`create trigger seen after insert on outbox for each row execute function see_message()`.execute(
    db,
  );
  return { to: async (userId) => (await seen(server)).filter((message) => message.user_id === userId) };
}

/** All that {@link seeMessages} kept, as the server reads it. */
export async function seen({ db, app }: TestServer): Promise<(SeenMessage & { user_id: string | null })[]> {
  const kept = db as unknown as Kysely<{ messages_seen: Selectable<Tables["outbox"]> }>;
  const rows = await kept.selectFrom("messages_seen").selectAll().orderBy("id").execute();
  return rows.map((row) => {
    const words = openWords(app.services.secrets, row);
    if (!words) {
      throw new Error("a message that does not open");
    }
    return { channel: row.channel, recipient: row.recipient, user_id: row.user_id, ...words };
  });
}
