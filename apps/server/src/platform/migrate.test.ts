import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "../../testing/cluster.ts";
import { openDatabase } from "./database.ts";
import { MIGRATION_LOCK, migrate } from "./migrate.ts";

const database = await testDatabase();
afterAll(() => database.drop());

it("waits for another process that migrates for as long as that takes", async () => {
  const first = new Client(database.connection);
  await first.connect();
  await first.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const second = openDatabase({ ...database.connection, max: 1, statement_timeout: 50 }, () => undefined);
  const migrated = migrate(second);
  // Longer than a statement of the second one may take.
  await first.query("select pg_sleep(0.3)");
  await first.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  expect(await migrated).toEqual([]);
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(second);
  expect(rows).toEqual([{ statement_timeout: "50ms" }]);
  await second.destroy();
  await first.end();
});
