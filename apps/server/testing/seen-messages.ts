import { type Kysely, sql } from "kysely";
import type { Database } from "../src/platform/database.ts";

interface SeenMessage {
  channel: string;
  recipient: string;
  subject: string;
  body: string;
  data: Record<string, string>;
}

/** Keeps what is written to the outbox, which forgets its words as soon as a message is settled. */
export async function seeMessages(db: Database): Promise<{ to(userId: string): Promise<SeenMessage[]> }> {
  await sql`create table messages_seen as select * from outbox where false`.execute(db);
  // The running server is not the owner of what a test makes.
  await sql`grant select, insert on messages_seen to public`.execute(db);
  await sql`create function see_message() returns trigger language plpgsql as $$
    begin insert into messages_seen select new.*; return null; end $$`.execute(db);
  await sql`create trigger seen after insert on outbox for each row execute function see_message()`.execute(
    db,
  );
  const seen = db as unknown as Kysely<{ messages_seen: SeenMessage & { id: string; user_id: string } }>;
  return {
    to: (userId) =>
      seen
        .selectFrom("messages_seen")
        .select(["channel", "recipient", "subject", "body", "data"])
        .where("user_id", "=", userId)
        .orderBy("id")
        .execute(),
  };
}
