import { randomUUID } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { onAuditLine } from "../features/audit/audit-line-news.ts";
import { BackupRefused } from "../platform/backup/backup-refused.ts";
import { DataFolderInUse } from "../platform/data-folder-lock.ts";
import { type Database, openDatabase } from "../platform/database.ts";
import { tellOfWork } from "../platform/database-news.ts";
import { APPLICATION_ROLE, prepareApplicationRole, takingOnRole } from "../platform/database-role.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres.ts";
import { NAME } from "../platform/embedded-postgres-cluster.ts";
import { type Env, WrongEnvironment } from "../platform/env.ts";
import { FilesAway, isDiskRefusal } from "../platform/files.ts";
import { FilesKeyUnusable } from "../platform/files-key.ts";
import { FilesElsewhere, wordsOfOthers } from "../platform/files-place.ts";
import { appliedMigrations, checkMigrated, DatabaseOfAnotherVersion, migrate } from "../platform/migrate.ts";
import { openEnv } from "../platform/open-env.ts";
import { FilesOfOthers } from "../platform/s3-files.ts";

/** A reason why a command cannot go on that its message tells a person in full. */
export class CommandFailed extends Error {}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What this command's connections are called, so that others at the database are told from them. */
export const ownName = `umbral-command-${randomUUID()}`;

/** For parts that keep a log, where the command itself says what a person needs. */
export const quietly = { error: () => undefined, info: () => undefined };

/** Runs a command with the server's settings, and says what went wrong as a person reads it. */
export async function runWithSettings(act: (env: Env) => Promise<number>): Promise<void> {
  let env: Env | undefined;
  try {
    env = openEnv((line) => process.stderr.write(`${line}\n`));
    process.exitCode = await act(env);
  } catch (error) {
    if (env && error instanceof FilesAway) {
      process.stderr.write(
        `${error instanceof FilesOfOthers ? wordsOfOthers(env) : `El almacén S3 no responde o no acepta nada: ${error.message}.`}\n`,
      );
      process.exitCode = 1;
      return;
    }
    const isForPeople = [
      BackupRefused,
      CommandFailed,
      DatabaseOfAnotherVersion,
      DataFolderInUse,
      FilesElsewhere,
      FilesKeyUnusable,
      WrongEnvironment,
    ].some((kind) => error instanceof kind);
    process.stderr.write(`${isForPeople && error instanceof Error ? error.message : describe(error)}\n`);
    process.exitCode = 1;
  }
}

/** What a command works on. */
interface Installation {
  db: Database;
  env: Env;
  /** As the owner of the tables. */
  owner: pg.ClientConfig;
}

/**
 * Runs a command on the configured database: beside a server that is running, or alone.
 * @param act gives the exit code
 * @param shape `newest` brings an installation that nobody serves to this program's shape first; `its-own` changes nothing
 */
export const runCommand = (
  act: (installation: Installation) => Promise<number>,
  shape: Shape = "newest",
): Promise<void> =>
  runWithSettings(async (env) => {
    const { db, owner, close } = await openForCommand(env, shape);
    let isAuditWritten = false;
    const ignore = onAuditLine(() => {
      isAuditWritten = true;
    });
    try {
      return await act({ db, env, owner });
    } finally {
      ignore();
      if (isAuditWritten) {
        // A server that is not told finds the lines by itself, later.
        await tellOfWork(db, "audit").catch(() => undefined);
      }
      await close();
    }
  });

function describe(error: unknown): string {
  if (isDiskRefusal(error)) {
    const code: unknown = Reflect.get(Object(error), "code");
    return `El disco está lleno, o no deja leer o escribir (${code}). Revisa su espacio y sus permisos, y repite el comando.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

type Shape = "newest" | "its-own";

interface OpenedDatabase extends Omit<Installation, "env"> {
  close(): Promise<void>;
}

/** The database that the server's own settings name. One that is not there yet is made by the server alone. */
async function openForCommand(env: Env, shape: Shape): Promise<OpenedDatabase> {
  if (env.databaseUrl !== undefined) {
    const connection = { connectionString: env.databaseUrl };
    const hasRole = await makeReady(connection, "taken-on", shape);
    sayWhich(`la base de datos de DATABASE_URL (${new URL(env.databaseUrl).host})`);
    return opened(connection, hasRole ? takingOnRole(connection) : connection);
  }
  await mustBeThere(env.dataDir);
  sayWhich(env.dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: quiet });
    try {
      await makeReady(postgres.connection, "own-login", shape);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return opened(postgres.connection, { user: APPLICATION_ROLE }, () => postgres.stop());
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
async function makeReady(
  connection: pg.ClientConfig,
  how: "own-login" | "taken-on",
  shape: Shape,
): Promise<boolean> {
  const { db, close } = opened(connection, { max: 1 });
  try {
    if ((await appliedMigrations(db)).length === 0) {
      throw new CommandFailed(
        `Esa base de datos no es de ninguna instalación de Umbral. ${SAME_SETTINGS} ` +
          "Una instalación nueva la crea el servidor al iniciar por primera vez.",
      );
    }
    if (shape === "newest") {
      await migrate(db);
    } else {
      await checkMigrated(db);
    }
    return await prepareApplicationRole(db, how);
  } finally {
    await close();
  }
}

/** A server that runs brought its database to its own shape: that has to be this program's too. */
async function besideTheServer(dataDir: string): Promise<OpenedDatabase> {
  const running = opened(await runningDatabase(dataDir), { user: APPLICATION_ROLE });
  try {
    await checkMigrated(running.db);
    return running;
  } catch (error) {
    await running.close();
    throw error;
  }
}

function opened(owner: pg.ClientConfig, asWhom: pg.PoolConfig, after?: () => Promise<void>): OpenedDatabase {
  const db = openDatabase({ max: 2, application_name: ownName, ...owner, ...asWhom }, () => undefined);
  return {
    db,
    owner,
    async close() {
      await db.destroy();
      await after?.();
    },
  };
}

/** Where the database of the running server listens: PostgreSQL writes it into its folder. */
async function runningDatabase(dataDir: string): Promise<pg.ClientConfig> {
  const lines = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "")).split(
    "\n",
  );
  const [port, host] = [Number(lines[3]), lines[4]?.trim()];
  if (!host || !Number.isInteger(port)) {
    throw new CommandFailed(
      "Otro proceso usa la carpeta de datos y su base de datos aún no responde. Intenta de nuevo en un momento.",
    );
  }
  return { host, port, user: NAME, database: NAME };
}

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: (line: string) => process.stderr.write(`${line}\n`),
};
