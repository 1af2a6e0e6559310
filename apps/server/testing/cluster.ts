import { randomBytes } from "node:crypto";
import { access, constants, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { DataFolderInUse, holdDataFolder } from "../src/platform/data-folder-lock.ts";
import { openDatabase } from "../src/platform/database.ts";
import { APPLICATION_ROLE, prepareApplicationRole } from "../src/platform/database-role.ts";
import { type PostgresConnection, startEmbeddedPostgres } from "../src/platform/embedded-postgres.ts";
import { recoverOrphan } from "../src/platform/embedded-postgres-orphan.ts";
import { migrate } from "../src/platform/migrate.ts";

/** Tells test files, which run in processes of their own, where the run's cluster is. */
const VARIABLE = "UMBRAL_TEST_CLUSTER";
const FOLDER_PREFIX = "umbral-tests-";
/** Where Linux keeps files in memory: a database is made and dropped there four times as fast as on a disk. */
const MEMORY = "/dev/shm";
/** Bytes that have to be free there: several times what a run takes. Containers often have far less. */
const MEMORY_AT_LEAST = 2 * 2 ** 30;

/** A run that is just starting does not hold its folder yet: younger ones are left alone. */
const ABANDONED_AFTER_MS = 60_000;

const log = {
  debug() {},
  info() {},
  warn(line: string) {
    process.stderr.write(`${line}\n`);
  },
};

export interface TestCluster {
  /** The migrated database that every test database is a copy of; nobody may stay connected to it. */
  template: PostgresConnection;
  stop(): Promise<void>;
}

/**
 * Starts the one throw-away cluster of a test run: nothing is synced, and all of it goes at the end. Its
 * database is migrated once. `testDatabase()` then works in this process and in those that it starts.
 */
export async function startTestCluster(): Promise<TestCluster> {
  await removeAbandoned();
  const isInMemory = await hasMemory();
  const dataDir = await mkdtemp(join(isInMemory ? MEMORY : tmpdir(), FOLDER_PREFIX));
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const stop = async () => {
    delete process.env[VARIABLE];
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    const database = openDatabase({ ...postgres.connection, max: 1 }, (error) => log.warn(error.message));
    await migrate(database);
    await prepareApplicationRole(database, "own-login");
    await database.destroy();
  } catch (error) {
    await stop();
    throw error;
  }
  const running: z.infer<typeof Running> = { connection: postgres.connection, isInMemory };
  process.env[VARIABLE] = JSON.stringify(running);
  return { template: postgres.connection, stop };
}

export interface TestDatabase {
  /** As its owner, who may do anything. */
  connection: PostgresConnection;
  /** As the server that runs on it. */
  asServer: PostgresConnection;
  /** Removes it, throwing out whoever is still connected. */
  drop(): Promise<void>;
}

/**
 * A migrated database of one's own, usually one for a test file: empty, or a copy of another test database, which
 * nobody may be connected to.
 */
export async function testDatabase(source?: string): Promise<TestDatabase> {
  const { connection: template, isInMemory } = clusterOfThisRun();
  const name = `test_${process.pid}_${randomBytes(5).toString("hex")}`;
  // Copied as files, nothing goes through the journal; on a disk, though, they are all written out first.
  const strategy = isInMemory ? "file_copy" : "wal_log";
  await maintain(
    template,
    `CREATE DATABASE ${name} TEMPLATE ${source ?? template.database} STRATEGY ${strategy}`,
  );
  return {
    connection: { ...template, database: name },
    asServer: { ...template, database: name, user: APPLICATION_ROLE },
    drop: () => maintain(template, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The same as an operator writes it (`DATABASE_URL`). */
export const urlOf = ({ host, port, user, database }: PostgresConnection): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

const Connection = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
  ssl: z.literal(false),
}) satisfies z.ZodType<PostgresConnection>;

/** The cluster of this run. */
const Running = z.object({ connection: Connection, isInMemory: z.boolean() });

function clusterOfThisRun(): z.infer<typeof Running> {
  const text = process.env[VARIABLE];
  if (!text) {
    throw new Error("No test cluster: the runner's global setup has to call startTestCluster() first.");
  }
  return Running.parse(JSON.parse(text));
}

async function maintain(template: PostgresConnection, statement: string): Promise<void> {
  const client = new Client({ ...template, database: "postgres" });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs that were killed left their clusters running: ends and removes them. */
async function removeAbandoned(): Promise<void> {
  for (const place of [tmpdir(), MEMORY]) {
    for (const name of await readdir(place).catch(() => [])) {
      if (name.startsWith(FOLDER_PREFIX)) {
        await removeIfAbandoned(join(place, name));
      }
    }
  }
}

/** Is there a folder in memory that takes a cluster? */
async function hasMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= MEMORY_AT_LEAST;
  } catch {
    return false;
  }
}

async function removeIfAbandoned(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  // Another run may just have removed it; another user's are that user's.
  if (!found || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < ABANDONED_AFTER_MS) {
    return;
  }
  try {
    const lock = await holdDataFolder(folder);
    await recoverOrphan({ pgData: join(folder, "postgres"), socketFolder: "", log });
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) {
      throw error;
    }
  }
}
