import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { DataFolderInUse } from "../platform/data-folder-lock.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { APPLICATION_ROLE, prepareApplicationRole, takingOnRole } from "../platform/database-role.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { type Env, WrongEnvironment } from "../platform/env.ts";
import { migrate } from "../platform/migrate.ts";
import { openEnv } from "../platform/open-env.ts";

/** A reason why a command cannot go on that its message tells a person in full. */
export class CommandFailed extends Error {}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs a command on the configured database: beside a server that is running, or alone.
 * @param act gives the exit code
 */
export async function runCommand(act: (db: Database, env: Env) => Promise<number>): Promise<void> {
  try {
    const env = openEnv((line) => process.stderr.write(`${line}\n`));
    const { db, close } = await openForCommand(env);
    try {
      process.exitCode = await act(db, env);
    } finally {
      await close();
    }
  } catch (error) {
    const isForPeople = error instanceof CommandFailed || error instanceof WrongEnvironment;
    process.stderr.write(`${isForPeople ? error.message : describe(error)}\n`);
    process.exitCode = 1;
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

interface OpenedDatabase {
  db: Database;
  close(): Promise<void>;
}

async function openForCommand(env: Env): Promise<OpenedDatabase> {
  if (env.databaseUrl !== undefined) {
    const connection = { connectionString: env.databaseUrl };
    const hasRole = await makeReady(connection, "taken-on");
    return opened(hasRole ? takingOnRole(connection) : connection);
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: quiet });
    try {
      await makeReady(postgres.connection, "own-login");
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return opened({ ...postgres.connection, user: APPLICATION_ROLE }, () => postgres.stop());
  } catch (error) {
    if (error instanceof DataFolderInUse) {
      return opened({ ...(await runningDatabase(env.dataDir)), user: APPLICATION_ROLE });
    }
    throw error;
  }
}

/** A server that runs brought its database to the newest shape itself; here nobody else does. */
async function makeReady(connection: pg.PoolConfig, how: "own-login" | "taken-on"): Promise<boolean> {
  const { db, close } = opened({ ...connection, max: 1 });
  try {
    await migrate(db);
    return await prepareApplicationRole(db, how);
  } finally {
    await close();
  }
}

function opened(connection: pg.PoolConfig, after?: () => Promise<void>): OpenedDatabase {
  const db = openDatabase({ max: 2, ...connection }, () => undefined);
  return {
    db,
    async close() {
      await db.destroy();
      await after?.();
    },
  };
}

/** Where the database of the running server listens: PostgreSQL writes it into its folder. */
async function runningDatabase(dataDir: string): Promise<{ host: string; port: number; database: string }> {
  const lines = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "")).split(
    "\n",
  );
  const [port, host] = [Number(lines[3]), lines[4]?.trim()];
  if (!host || !Number.isInteger(port)) {
    throw new CommandFailed(
      "Otro proceso usa la carpeta de datos y su base de datos aún no responde. Intenta de nuevo en un momento.",
    );
  }
  return { host, port, database: "umbral" };
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: (line: string) => process.stderr.write(`${line}\n`),
};
