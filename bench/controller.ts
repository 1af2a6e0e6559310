import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FakeServer } from "../apps/controller/testing/fake-server.ts";

const program = join(import.meta.dirname, "..", "apps", "controller", "dist", "main.js");
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Starts the built controller, as it comes, at a server that is none. @param folder where it keeps what it keeps */
export function startController(
  server: Pick<FakeServer, "url" | "pairingCode">,
  folder: string,
): ChildProcess {
  return spawn(process.execPath, ["--max-semi-space-size=1", program], {
    env: {
      ...process.env,
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: join(folder, "controller"),
      PAIRING_CODE: server.pairingCode,
      ALLOW_PLAIN_LINE: "1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Resolves when it is gone. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
}

/** Processor time so far of a process and of those that it started and that still run, their threads included. */
export function cpuMs({ pid }: Pick<ChildProcess, "pid">): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ");
        const isOfIt = Number(name) === pid || Number(fields[1]) === pid;
        return isOfIt ? sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS : sum;
      } catch {
        // It ended while it was being read.
        return sum;
      }
    }, 0);
}

/** Processor time of the processes that it started and that ended: none of it is in {@link cpuMs}. */
export function endedCpuMs({ pid }: Pick<ChildProcess, "pid">): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
