import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { DataFolderInUse } from "../platform/data-folder-lock.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { APPLICATION_ROLE, prepareApplicationRole, takingOnRole } from "../platform/database-role.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { type Env, WrongEnvironment } from "../platform/env.ts";
import { FilesKeyUnusable } from "../platform/files-key.ts";
import { appliedMigrations, checkMigrated, DatabaseOfAnotherVersion, migrate } from "../platform/migrate.ts";
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
    const isForPeople = [CommandFailed, DatabaseOfAnotherVersion, FilesKeyUnusable, WrongEnvironment].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${isForPeople && error instanceof Error ? error.message : describe(error)}\n`);
    process.exitCode = 1;
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

interface OpenedDatabase {
  db: Database;
  close(): Promise<void>;
}

/** The database that the server's own settings name. One that is not there yet is made by the server alone. */
async function openForCommand(env: Env): Promise<OpenedDatabase> {
  if (env.databaseUrl !== undefined) {
    const connection = { connectionString: env.databaseUrl };
    const hasRole = await makeReady(connection, "taken-on");
    sayWhich(`la base de datos de DATABASE_URL (${new URL(env.databaseUrl).host})`);
    return opened(hasRole ? takingOnRole(connection) : connection);
  }
  await mustBeThere(env.dataDir);
  sayWhich(env.dataDir);
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
      return besideTheServer(env.dataDir);
    }
    throw error;
  }
}

/** So that nobody believes that they spoke to another one. */
const sayWhich = (installation: string): void => say(`Instalación: ${installation}`);

const SAME_SETTINGS =
  "Corre el comando con las mismas variables que el servidor (DATA_DIR o DATABASE_URL, en el entorno o en .env).";

async function mustBeThere(dataDir: string): Promise<void> {
  try {
    await access(join(dataDir, "postgres", "PG_VERSION"));
  } catch {
    throw new CommandFailed(
      `En ${dataDir} no hay ninguna instalación de Umbral, y DATABASE_URL no está puesta. ${SAME_SETTINGS} ` +
        "Una instalación nueva la crea el servidor al iniciar por primera vez.",
    );
  }
}

/** Brings an installation to the newest shape, since here nobody else does. */
async function makeReady(connection: pg.PoolConfig, how: "own-login" | "taken-on"): Promise<boolean> {
  const { db, close } = opened({ ...connection, max: 1 });
  try {
    if ((await appliedMigrations(db)).length === 0) {
      throw new CommandFailed(
        `Esa base de datos no es de ninguna instalación de Umbral. ${SAME_SETTINGS} ` +
          "Una instalación nueva la crea el servidor al iniciar por primera vez.",
      );
    }
    await migrate(db);
    return await prepareApplicationRole(db, how);
  } finally {
    await close();
  }
}

/** A server that runs brought its database to its own shape: that has to be this program's too. */
async function besideTheServer(dataDir: string): Promise<OpenedDatabase> {
  const running = opened({ ...(await runningDatabase(dataDir)), user: APPLICATION_ROLE });
  try {
    await checkMigrated(running.db);
    return running;
  } catch (error) {
    await running.close();
    throw error;
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
