import { Client } from "pg";
import { expect, it } from "vitest";
import { testDatabase } from "./cluster.ts";

async function query(connection: object, text: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it("gives everybody a migrated database of their own, at the same time", async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  expect(one.connection.database).not.toBe(other.connection.database);

  await query(one.connection, "create table mine (n int)");
  expect(await query(one.connection, "select count(*)::int > 0 as migrated from migrations")).toEqual([
    { migrated: true },
  ]);
  await expect(query(other.connection, "select * from mine")).rejects.toThrow("does not exist");
  await Promise.all([one.drop(), other.drop()]);
});

it("copies another test database with what is in it", async () => {
  const seeded = await testDatabase();
  await query(seeded.connection, "create table mine as select 7 as n");
  const [one, other] = await Promise.all([
    testDatabase(seeded.connection.database),
    testDatabase(seeded.connection.database),
  ]);
  await query(one.connection, "delete from mine");
  expect(await query(other.connection, "select n from mine")).toEqual([{ n: 7 }]);
  await Promise.all([seeded.drop(), one.drop(), other.drop()]);
});

it("drops a database although somebody is still connected", async () => {
  const database = await testDatabase();
  const client = new Client(database.connection);
  client.on("error", () => undefined);
  await client.connect();
  await database.drop();

  await expect(query(database.connection, "select 1")).rejects.toThrow("does not exist");
});
