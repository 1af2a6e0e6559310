import { sql } from "kysely";
import type { Database } from "../src/platform/database.ts";

/** Whoever writes to this table fails, as with a full disk, while `during` runs. */
export async function withBrokenTable<Result>(
  db: Database,
  table: string,
  during: () => Promise<Result>,
): Promise<Result> {
  await sql`create or replace function broken_on_purpose() returns trigger language plpgsql as $$
    begin raise exception 'broken on purpose' using errcode = 'disk_full'; end $$`.execute(db);
  await sql`create trigger broken before insert or update or delete on ${sql.table(table)}
    for each statement execute function broken_on_purpose()`.execute(db);
  try {
    return await during();
  } finally {
    await sql`drop trigger broken on ${sql.table(table)}`.execute(db);
  }
}

/** The ids of all that lies in a store, in order. */
export async function storedIds(files: { list(): AsyncIterable<string> }): Promise<string[]> {
  const ids: string[] = [];
  for await (const id of files.list()) {
    ids.push(id);
  }
  return ids.sort();
}
