import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { packageFolder } from "./package-folder.ts";

/** Held while migrating, so that two processes that start together do it once. Any constant number. */
const MIGRATION_LOCK = 7_201_966;

/**
 * Brings the database to the newest shape: every file of `migrations/` that it has not seen, in order,
 * each in a transaction of its own. Only forwards.
 * @returns names of what was applied now
 */
export async function migrate(db: Database): Promise<string[]> {
  const folder = join(packageFolder, "migrations");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const applied: string[] = [];

  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    try {
      await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection);
      const seen = new Set(rows.map((row) => row.name));
      for (const name of files.filter((file) => !seen.has(file))) {
        const text = await readFile(join(folder, name), "utf8");
        await connection.transaction().execute(async (trx) => {
          // A house with years of events takes longer to get a new index than any request may take.
          await sql`set local statement_timeout = 0`.execute(trx);
          await sql.raw(text).execute(trx);
          await sql`insert into migrations (name) values (${name})`.execute(trx);
        });
        applied.push(name);
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    }
  });
  return applied;
}
