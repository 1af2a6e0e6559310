import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/cluster.ts";
import { type Database, openDatabase } from "./database.ts";
import { readEnv } from "./env.ts";
import { openSessionSecret, sessionSecretFile } from "./session-secret.ts";

let database: TestDatabase;
let db: Database;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.asServer, () => undefined);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-secret-"));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const envOf = (more: Record<string, string> = {}) => readEnv({ DATA_DIR: folder, ...more });

/** Every text of every table, as somebody reads them who was given the database. */
async function readsInDatabase(secret: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const found = await Promise.all(
    rows.map(({ name }) =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} line
        where position(${secret} in line::text) > 0`.execute(db),
    ),
  );
  return found.some(({ rows: [row] }) => row?.n !== 0);
}

it("makes the secret once, in a file of its own beside the key of the files and nowhere in the database", async () => {
  const made = await openSessionSecret(envOf(), db);
  expect(made).toEqual({ secret: expect.stringMatching(/^[\w-]{43}$/), isNew: true });
  expect(await openSessionSecret(envOf(), db)).toEqual({ secret: made.secret, isNew: false });
  expect((await stat(sessionSecretFile(envOf()))).mode & 0o777).toBe(0o600);
  expect(await readsInDatabase(made.secret)).toBe(false);
  await rm(folder, { recursive: true });
});

it("lies with the key when that lies elsewhere", async () => {
  const keys = join(folder, "apart");
  const env = envOf({ FILES_KEY_FILE: join(keys, "files.key") });
  const { secret } = await openSessionSecret(env, db);
  expect(await readFile(join(keys, "session.secret"), "utf8")).toBe(secret);
});

it("throws a secret away that was kept in the database, and signs with another", async () => {
  const readable = "readable-by-whoever-reads-the-database-0001";
  await db.insertInto("settings").values({ name: "session-secret", value: readable }).execute();
  const { secret, isNew } = await openSessionSecret(envOf(), db);
  expect([secret === readable, isNew]).toEqual([false, true]);
  expect(await readsInDatabase(readable)).toBe(false);
});

it("signs with SESSION_SECRET where it is set, and makes no file", async () => {
  const own = "a secret of the operator, long enough";
  const env = envOf({ SESSION_SECRET: own });
  expect(await openSessionSecret(env, db)).toEqual({ secret: own, isNew: false });
  await expect(stat(sessionSecretFile(env))).rejects.toThrow("ENOENT");
});

it("says what is wrong with a file that was cut short", async () => {
  const env = envOf();
  await mkdir(dirname(sessionSecretFile(env)), { recursive: true });
  await writeFile(sessionSecretFile(env), "corto\n");
  await expect(openSessionSecret(env, db)).rejects.toThrow(/session\.secret\) debe tener al menos 32/);
});
