import { sql } from "kysely";
import { expect } from "vitest";
import type { Trx } from "../src/platform/database.ts";
import { waitingForALock } from "./test-calls.ts";
import type { TestServer } from "./test-server.ts";

/**
 * Somebody else's transaction, in the middle of which the server is asked something that has to wait for it. What the other
 * does `then` may wait for the server in turn: of that circle PostgreSQL ends the server's side.
 */
export async function interleaved<Answer>(
  server: TestServer,
  first: (other: Trx) => Promise<unknown>,
  ask: () => Promise<Answer>,
  then: (other: Trx) => Promise<unknown> = async () => undefined,
): Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  await server.db.transaction().execute(async (other) => {
    // The other waits for longer than the server does before either looks for a circle.
    await sql`set local deadlock_timeout = '1min'`.execute(other);
    await first(other);
    asked = ask();
    await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
    await then(other);
  });
  if (asked === undefined) {
    throw new Error("nothing was asked");
  }
  return asked;
}

/** The first to write to this table while `during` runs is ended as one side of a circle is; whoever comes after is not. */
export async function withOneEnded<Result>(
  { db }: Pick<TestServer, "db">,
  table: string,
  during: () => Promise<Result>,
): Promise<Result> {
  // A sequence goes on also when its transaction is undone.
  await sql`create sequence ended_once`.execute(db);
  await sql`create function end_once() returns trigger language plpgsql security definer as $$
    begin
      if nextval('ended_once') = 1 then
        raise exception 'ended on purpose' using errcode = 'deadlock_detected';
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger end_once after insert or update or delete on ${sql.table(table)}
    for each statement execute function end_once()`.execute(db);
  try {
    const result = await during();
    const { rows } = await sql<{ is_called: boolean }>`select is_called from ended_once`.execute(db);
    expect(rows).toEqual([{ is_called: true }]);
    return result;
  } finally {
    await sql`drop trigger end_once on ${sql.table(table)}`.execute(db);
    await sql`drop function end_once`.execute(db);
    await sql`drop sequence ended_once`.execute(db);
  }
}
