import { execFile } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { PostgresLog } from "./embedded-postgres-log.ts";

const run = promisify(execFile);

/** How long an orphan may take over its clean shutdown before it is told to drop everything. */
const FAST_SHUTDOWN_MS = 30_000;
const LOOK_EVERY_MS = 25;

/**
 * Ends what an earlier server process left when it was killed: the postmaster that went on without it, and
 * its socket folder. Only to be called by whoever holds the data folder: then no server can be behind it.
 */
export async function recoverOrphan(cluster: {
  pgData: string;
  /** The folder of the socket of today, which stays. */
  socketFolder: string;
  log: PostgresLog;
}): Promise<void> {
  const { pgData, log } = cluster;
  const file = join(pgData, "postmaster.pid");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  if (text === undefined) {
    return;
  }
  // Its lines: process id, data folder, start time, port, socket folder, address, shared memory, state.
  const lines = text.split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  const oldSocketFolder = lines[4] ?? "";

  if (isAlive(pid)) {
    if (await isPostmasterOf(pid, pgData)) {
      log.warn(`stopping the database process ${pid} that an earlier server left behind`);
      await shutDown(pid, pgData);
    } else {
      // The number was given to another program (after a reboot, or in a new container). PostgreSQL would
      // take that program for its own postmaster and refuse to start.
      await rm(file, { force: true });
    }
  }
  if (basename(oldSocketFolder).startsWith("umbral-") && oldSocketFolder !== cluster.socketFolder) {
    await rm(oldSocketFolder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isPostmasterOf(pid: number, pgData: string): Promise<boolean> {
  const folder = await realpath(pgData);
  if (process.platform === "linux") {
    const args = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    return basename(args[0] ?? "") === "postgres" && (args.includes(folder) || args.includes(pgData));
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("bin/postgres") && stdout.includes(folder);
}

async function shutDown(pid: number, pgData: string): Promise<void> {
  for (const [signal, patience] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", FAST_SHUTDOWN_MS],
  ] as const) {
    process.kill(pid, signal);
    for (let waited = 0; waited < patience; waited += LOOK_EVERY_MS) {
      // A dead one whose entry nobody fetched has no command line any more: that is dead enough.
      if (!(await isPostmasterOf(pid, pgData))) {
        return;
      }
      await pause(LOOK_EVERY_MS);
    }
  }
  throw new Error(
    `El proceso de la base de datos ${pid}, de una ejecución anterior, no termina: detenlo a mano.`,
  );
}
