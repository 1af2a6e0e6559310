import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  findPostgresBinaries,
  linkLibraries,
  type PostgresBinaries,
  postgresEnvironment,
} from "./embedded-postgres-binaries.ts";
import { asIdentity, chooseIdentity, giveTo, type Identity } from "./embedded-postgres-identity.ts";
import type { PostgresLog } from "./embedded-postgres-log.ts";
import { recoverOrphan } from "./embedded-postgres-orphan.ts";

const run = promisify(execFile);

/** Only a name: it is part of the socket's file name, and nothing listens on a network port. */
export const PORT = 5432;
/** Of the database and of the only user that it has. */
export const NAME = "umbral";

/** A database's files, ready to be served, and all that is needed to do it. */
export interface Cluster {
  pgData: string;
  socketFolder: string;
  binaries: PostgresBinaries;
  identity: Identity;
  env: NodeJS.ProcessEnv;
  durable: boolean;
  log: PostgresLog;
}

/** Makes the files when the data folder is new, and ends what an earlier process left. */
export async function prepareCluster(
  given: { dataDir: string; durable: boolean; log: PostgresLog },
  socketFolder: string,
): Promise<Cluster> {
  const { durable, log } = given;
  const dataDir = await realpath(given.dataDir);
  const pgData = join(dataDir, "postgres");
  const binaries = await findPostgresBinaries();
  await linkLibraries(binaries, socketFolder);
  const env = postgresEnvironment(socketFolder);
  // Whoever the database will run as has to reach the libraries; only its own user keeps that right.
  await chmod(socketFolder, 0o711);
  const identity = await chooseIdentity(dataDir, pgData, binaries.postgres, env);
  await giveTo(identity, socketFolder);
  await chmod(socketFolder, 0o700);
  const cluster: Cluster = { pgData, socketFolder, binaries, identity, env, durable, log };

  await removeUnfinished(dataDir);
  const major = await majorOf(pgData);
  if (major === undefined) {
    await nothingMayWait(dataDir);
    await create(cluster, dataDir);
  } else {
    await checkMajor(cluster, major);
    await giveTo(identity, pgData);
    await recoverOrphan(cluster);
  }
  return cluster;
}

/** A creation that was cut off left a folder that was never used. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("postgres.new-")) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/** Going back to an earlier version (deploy/server/umbral) was cut off between two moves: a new database would pass for its data. */
async function nothingMayWait(dataDir: string): Promise<void> {
  const before = join(dataDir, "before", "postgres");
  if ((await majorOf(before)) !== undefined) {
    throw new Error(
      `Falta la base de datos de "${dataDir}" y su copia está en "${before}": una vuelta a la versión de antes quedó a medias. ` +
        "Termínala con: sudo umbral volver --datos-de-antes. Para empezar sin esos datos, aparta esa copia.",
    );
  }
}

async function majorOf(pgData: string): Promise<string | undefined> {
  try {
    return (await readFile(join(pgData, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

async function checkMajor(cluster: Cluster, major: string): Promise<void> {
  const { stdout } = await run(cluster.binaries.postgres, ["--version"], { env: cluster.env });
  const ours = /(\d+)[.\w]*\s*$/.exec(stdout)?.[1];
  if (ours !== major) {
    throw new Error(
      `Los datos de "${cluster.pgData}" son de PostgreSQL ${major} y este programa trae PostgreSQL ${ours}: restaura una copia de seguridad en una carpeta de datos nueva.`,
    );
  }
}

/** How the system says it to `initdb`, which has no code for it: of the disk, of a person's share, of a process's limit. */
const FULL_DISK = /No space left on device|Disk quota exceeded|File too large/;

/** The files are made under another name, so that a folder called `postgres` is always a whole one. */
async function create(cluster: Cluster, dataDir: string): Promise<void> {
  cluster.log.info("creating the database files");
  const unfinished = join(dataDir, `postgres.new-${randomBytes(4).toString("hex")}`);
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(cluster.identity, unfinished);
  const [command, args] = asIdentity(cluster.identity, cluster.binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${NAME}`,
    "--encoding=UTF8",
    // The same order on every machine; what a person reads sorted names its own collation.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    // Whoever can reach the socket's folder is this server; nobody else gets in by any other way.
    "--auth-local=trust",
    "--auth-host=reject",
    "--no-instructions",
    ...(cluster.durable ? [] : ["--no-sync"]),
  ]);
  try {
    await run(command, args, { ...cluster.identity.ids, env: cluster.env, cwd: "/" });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw FULL_DISK.test(String(error))
      ? Object.assign(new Error("no room for the database files", { cause: error }), { code: "ENOSPC" })
      : error;
  }
  await rename(unfinished, cluster.pgData);
  const folder = await open(dataDir);
  await folder.sync();
  await folder.close();
}

const MEGABYTE = 2 ** 20;

/** What this process may use of the machine's memory, in bytes. */
const memoryHere = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * Memory that the database keeps pages in. Modest: a small computer serves a few buildings beside everything else it
 * does; a city's lists are searched from memory. Only what was read is ever taken.
 * @param memory of the machine, in bytes
 */
export const sharedMegabytesOf = (memory: number): number =>
  Math.round(Math.min(256, Math.max(32, memory / MEGABYTE / 32)));

/** The settings come from here alone and at every start, so that a data folder never keeps old ones. */
export function settingsOf({ socketFolder, durable }: Cluster): string[] {
  const yes = durable ? "on" : "off";
  const values: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: socketFolder,
    unix_socket_permissions: "0700",
    port: String(PORT),
    cluster_name: NAME,
    timezone: "UTC",
    // Durable: an acknowledged row survives a power cut.
    fsync: yes,
    synchronous_commit: yes,
    full_page_writes: yes,
    shared_buffers: `${sharedMegabytesOf(memoryHere())}MB`,
    max_connections: durable ? "60" : "200",
    max_wal_size: "256MB",
    wal_level: "minimal",
    max_wal_senders: "0",
    max_logical_replication_workers: "0",
    io_method: "sync",
    jit: "off",
    // In a test cluster a vacuum at the wrong moment only keeps a template from being copied.
    autovacuum: yes,
    // Statements, values and details stay out of the log, since they are about people. The server sees
    // every error it causes anyway.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    log_line_prefix: "",
    lc_messages: "C",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
