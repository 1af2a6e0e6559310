import { rm } from "node:fs/promises";
import { Client } from "pg";
import { type DataFolderLock, holdDataFolder } from "./data-folder-lock.ts";
import { NAME, PORT, prepareCluster } from "./embedded-postgres-cluster.ts";
import type { PostgresLog } from "./embedded-postgres-log.ts";
import { Postmaster } from "./embedded-postgres-postmaster.ts";
import { shortTempFolder } from "./short-temp-folder.ts";

export interface EmbeddedPostgresOptions {
  /** The server's data folder; the database lives in its folder `postgres`. */
  dataDir: string;
  log: PostgresLog;
  /** False only for throw-away clusters of tests: nothing is synced to the disk. */
  durable?: boolean;
  /** The data folder's lock, when the caller holds it already (and releases it itself). */
  lock?: DataFolderLock;
}

/** What `pg.Pool` needs to reach the database. */
export interface PostgresConnection {
  /** The folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
  ssl: false;
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** The postmaster of the moment, or nothing while it is away. */
  readonly pid: number | undefined;
  /** Ends the database cleanly, takes its socket away and lets the data folder go. */
  stop(): Promise<void>;
}

/**
 * Starts the database that belongs to this server process: PostgreSQL's own programs, private to the data
 * folder, on a Unix socket in a folder that nobody else may enter. Makes it when the folder is new, ends an
 * orphan of an earlier process, and starts it again if it ever dies.
 * @throws {DataFolderInUse} when another process holds the data folder, which is then left alone
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const lock = options.lock ?? (await holdDataFolder(dataDir));
  let socketFolder: string | undefined;
  let postmaster: Postmaster | undefined;

  const stop = async () => {
    await postmaster?.stop();
    if (socketFolder) {
      await rm(socketFolder, { recursive: true, force: true });
    }
    if (!options.lock) {
      await lock.release();
    }
  };

  try {
    socketFolder = await shortTempFolder();
    const connection = { host: socketFolder, port: PORT, user: NAME, database: NAME, ssl: false } as const;
    const running = new Postmaster(await prepareCluster({ dataDir, durable, log }, socketFolder));
    postmaster = running;
    await running.start();
    await ensureDatabase(connection);
    return {
      connection,
      get pid() {
        return running.pid;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A new cluster has only the maintenance database. Asking there also proves that recovery is over. */
async function ensureDatabase(connection: PostgresConnection): Promise<void> {
  const maintenance = new Client({ ...connection, database: "postgres" });
  await maintenance.connect();
  try {
    const { rowCount } = await maintenance.query("select 1 from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) {
      await maintenance.query(`create database ${NAME}`);
    }
  } finally {
    await maintenance.end();
  }
}
