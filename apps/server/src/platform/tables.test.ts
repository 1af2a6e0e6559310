import { sql } from "kysely";
import { generate, PostgresDialect } from "kysely-codegen";
import { afterAll, expect, it, vi } from "vitest";
import { testDatabase } from "../../testing/cluster.ts";
import { openDatabase } from "./database.ts";

const { connection, drop } = await testDatabase();
const address = new URL(`postgresql://${connection.user}@localhost/${connection.database}`);
address.searchParams.set("host", connection.host);
address.searchParams.set("port", String(connection.port));
const dialect = new PostgresDialect({ dateParser: "string" });
const db = await dialect.introspector.connect({ connectionString: address.href, dialect });
const onlooker = openDatabase({ ...connection, max: 1 }, () => undefined);
afterAll(async () => {
  await db.destroy();
  // Its pool closes in its own time and hears nothing: who is thrown out before that would end the process.
  const others = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(onlooker);
    return rows;
  };
  await vi.waitFor(async () => expect(await others()).toEqual([]));
  await onlooker.destroy();
  await drop();
});

/**
 * The migrations make the database, and the database the types of its rows. After a migration that changes a table:
 * `npx vitest run --project server platform/tables -u`.
 */
it("knows each column as the migrated database has it", async () => {
  const types = await generate({
    db,
    dialect,
    outFile: null,
    excludePattern: "migrations",
    // As `database.ts` reads them.
    typeMapping: { timestamptz: "Date", int8: "number", jsonb: "object" },
  });
  await expect(types).toMatchFileSnapshot("./tables.generated.ts");
});
