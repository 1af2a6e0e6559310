import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database, Db, Trx } from "./database.ts";
import { isAtLeast, servesFrom } from "./migration-rules.ts";
import { packageFolder } from "./package-folder.ts";
import { version } from "./version.ts";

/** Held while migrating, so that two processes that start together do it once. Any constant number. */
export const MIGRATION_LOCK = 7_201_966;

/** From this migration on each says which programs can serve a database that has it. */
const FIRST_THAT_SAYS = "0086-who-may-serve.sql";

/** The program and the database do not go together. The message is all that a person needs. */
export class DatabaseOfAnotherVersion extends Error {}

/**
 * Brings the database to the newest shape: every file of `migrations/` that it has not seen, in order,
 * each in a transaction of its own. Only forwards.
 * @returns names of what was applied now
 * @throws {DatabaseOfAnotherVersion} when a newer program was here before whose database this one cannot serve: nothing is
 * changed then
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = await migrationFiles();
  const applied: string[] = [];

  await db.connection().execute(async (connection) => {
    // Whoever comes second waits for as long as the first one takes, which is longer than any request may.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
    try {
      const before = await appliedWithWords(connection);
      refuseNewer(before, files);
      const seen = new Set(before.map(({ name }) => name));
      await sql`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      for (const name of files.filter((file) => !seen.has(file))) {
        await connection.transaction().execute((trx) => apply(trx, name));
        applied.push(name);
      }
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection);
    }
  });
  return applied;
}

async function apply(trx: Trx, name: string): Promise<void> {
  const text = await readFile(join(folder, name), "utf8");
  // A house with years of events takes longer to get a new index than any request may take.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql.raw(text).execute(trx);
  await sql`insert into migrations (name) values (${name})`.execute(trx);
  if (name >= FIRST_THAT_SAYS) {
    const from = servesFrom(text);
    await sql`update migrations set serves_from = ${from} where name = ${name}`.execute(trx);
  }
}

/** Brings to the newest shape what a restore put back in that of its archive, before that holds. The lock is the restore's. */
export async function migrateRestored(trx: Trx): Promise<void> {
  const seen = new Set((await appliedWithWords(trx)).map(({ name }) => name));
  for (const name of (await migrationFiles()).filter((file) => !seen.has(file))) {
    await apply(trx, name);
  }
}

/**
 * Looks whether this program and a database that somebody else serves go together; changes nothing.
 * @throws {DatabaseOfAnotherVersion}
 */
export async function checkMigrated(db: Db): Promise<void> {
  const files = await migrationFiles();
  const seen = await appliedWithWords(db);
  refuseNewer(seen, files);
  if (files.some((file) => !seen.some(({ name }) => name === file))) {
    throw new DatabaseOfAnotherVersion(
      "La base de datos es de una versión anterior de Umbral: inicia de nuevo el servidor con esta versión.",
    );
  }
}

/** What was applied, in order; nothing for a database that was never one of Umbral. */
export const appliedMigrations = async (db: Db): Promise<string[]> =>
  (await appliedWithWords(db)).map(({ name }) => name);

/** Of applied migrations those of a later program, whose database this one serves beside it or after it. */
export async function laterThanOurs(names: readonly string[]): Promise<string[]> {
  const files = await migrationFiles();
  return names.filter((name) => !files.includes(name));
}

interface Applied {
  name: string;
  /** The oldest program that can serve a database that has it; null where only those can that know it. */
  servesFrom: string | null;
}

async function appliedWithWords(db: Db): Promise<Applied[]> {
  const { rows: tables } = await sql<{ is: boolean }>`
    select to_regclass('migrations') is not null as is`.execute(db);
  if (tables[0]?.is !== true) {
    return [];
  }
  // As JSON: the column is not there before the migration that makes it.
  const { rows } = await sql<Applied>`
    select name, to_jsonb(migrations) ->> 'serves_from' as "servesFrom" from migrations order by name`.execute(
    db,
  );
  return rows;
}

/**
 * The text of each of these migrations, in order: a restore makes the shape that an archive's rows are of.
 * @throws {DatabaseOfAnotherVersion} when this program does not know one of them
 */
export async function migrationTexts(names: readonly string[]): Promise<string[]> {
  // The shape is made from their texts: knowing that one can be served helps nothing here.
  refuseNewer(
    names.map((name) => ({ name, servesFrom: null })),
    await migrationFiles(),
  );
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}

const folder = join(packageFolder, "migrations");

const migrationFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();

function refuseNewer(seen: readonly Applied[], files: readonly string[]): void {
  const unknown = seen
    .filter(({ name }) => !files.includes(name))
    .filter(({ servesFrom: from }) => from === null || !isAtLeast(version, from));
  if (unknown.length > 0) {
    throw new DatabaseOfAnotherVersion(
      `La base de datos es de una versión más nueva de Umbral (${unknown.map(({ name }) => name).join(", ")}). ` +
        "Inicia esa versión o una posterior; no se cambió nada.",
    );
  }
}
