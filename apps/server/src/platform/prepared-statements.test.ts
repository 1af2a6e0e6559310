import { sql } from "kysely";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { testDatabase } from "../../testing/cluster.ts";
import { type Database, openDatabase } from "./database.ts";
import { PreparedStatements } from "./prepared-statements.ts";

const OFTEN = 12;
const database = await testDatabase();
let db: Database | undefined;
afterEach(() => db?.destroy());

/** One connection, so that what it has prepared is what was asked by it. */
function open(prepared: PreparedStatements): Database {
  db = openDatabase({ ...database.connection, max: 1 }, () => undefined, prepared);
  return db;
}
const plus = async (on: Database, number: number) =>
  (await sql<{ sum: number }>`select ${number}::int + 1 as sum`.execute(on)).rows;
const preparedOn = async (on: Database) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(on)).rows;

it("prepares what is asked often, once, and what it answers is the same", async () => {
  const prepared = new PreparedStatements();
  prepared.allowWhile(() => true);
  const on = open(prepared);
  for (let time = 0; time < OFTEN - 1; time += 1) {
    await plus(on, time);
  }
  expect(await preparedOn(on)).toEqual([]);
  expect(await plus(on, 41)).toEqual([{ sum: 42 }]);
  expect(await plus(on, 42)).toEqual([{ sum: 43 }]);
  expect(await preparedOn(on)).toEqual([{ name: "often_1" }]);
});

it("prepares nothing before it may, where connections are not sessions", async () => {
  const on = open(new PreparedStatements());
  for (let time = 0; time < 2 * OFTEN; time += 1) {
    await plus(on, time);
  }
  expect(await preparedOn(on)).toEqual([]);
});

it("prepares nothing whose columns a migration may change, and no more than it may keep", () => {
  const prepared = new PreparedStatements();
  prepared.allowWhile(() => true);
  const asked = (text: string) => Array.from({ length: OFTEN }, () => prepared.nameOf(text)).at(-1);
  expect(asked("select * from doors where id = $1")).toBeUndefined();
  expect(asked('select "doors".* from doors where id = $1')).toBeUndefined();
  expect(asked("update doors set name = $1 returning *")).toBeUndefined();
  expect(asked("with own as (select id from doors) select * from own where id = $1")).toBeUndefined();
  expect(asked("select count(*) from doors where id = $1")).toBe("often_1");
  // What the star means inside is looked up anew when the table changes; what is answered stays.
  expect(asked('select id from (select "doors".* from (select * from doors) doors) own where id = $1')).toBe(
    "often_2",
  );
  for (let other = 0; other < 200; other += 1) {
    asked(`select ${other} where $1`);
  }
  expect(asked("select 1 where $1 and true")).toBeUndefined();
});

it("a name that is no more is given up, and the statement goes on without it", async () => {
  const prepared = new PreparedStatements();
  prepared.allowWhile(() => true);
  const on = open(prepared);
  for (let time = 0; time < OFTEN; time += 1) {
    await plus(on, time);
  }
  // As a pooler does that hands out another connection.
  await sql`deallocate all`.execute(on);
  await expect(plus(on, 1)).rejects.toThrow(pg.DatabaseError);
  for (let time = 0; time < 2 * OFTEN; time += 1) {
    expect(await plus(on, time)).toEqual([{ sum: time + 1 }]);
  }
  expect(await preparedOn(on)).toEqual([]);
});
