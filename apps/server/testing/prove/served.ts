import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canCutPower, SyncedWrites } from "../../../controller/testing/prove/power.ts";
import { programFile } from "../server-process.ts";

const CLOCK_SHIFT = new URL("../../../controller/testing/prove/clock-shift.mjs", import.meta.url).href;
const LOOK_EVERY_MS = 25;
/** A server that does not answer by then never will. */
const GIVE_UP_MS = 60_000;

/** A server in a process of its own, with its database, and what may happen to the two. */
export class Served {
  readonly url: string;
  readonly #dataDir: string;
  readonly #port: number;
  readonly #shiftFile: string;
  readonly #synced: SyncedWrites | undefined;
  #child: ChildProcess | undefined;
  /** What it wrote to its console, for whoever wonders why it ended. */
  said = "";

  /** @param dataDir an installation that was closed, and all of it synced */
  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#synced = canCutPower() ? new SyncedWrites(dataDir) : undefined;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#shiftFile = join(dataDir, "clock-shift");
  }

  async start(): Promise<void> {
    writeFileSync(this.#shiftFile, "0");
    const child = spawn(process.execPath, ["--import", CLOCK_SHIFT, await programFile("main")], {
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: this.#dataDir,
        PORT: String(this.#port),
        DEMO: "0",
        LOG_LEVEL: "warn",
        CLOCK_SHIFT_FILE: this.#shiftFile,
        ...(this.#synced ? { LD_PRELOAD: this.#synced.library } : {}),
      },
      cwd: this.#dataDir,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.said = (this.said + text).slice(-4000);
      });
    }
    this.#child = child;
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
  }

  /** The database's first process; undefined while there is none. */
  get postmaster(): number | undefined {
    try {
      const [pid] = readFileSync(join(this.#dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), 0);
      return Number(pid);
    } catch {
      return undefined;
    }
  }

  killDatabase(): void {
    const { postmaster } = this;
    if (postmaster !== undefined) {
      process.kill(postmaster, "SIGKILL");
    }
  }

  /** Server and database are gone at the same moment, and what they did not sync is gone with them. */
  async cutPower(): Promise<void> {
    const { postmaster } = this;
    const database = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
    for (const pid of database) {
      unlessGone(pid, () => process.kill(pid, "SIGKILL"));
    }
    await this.end("SIGKILL");
    while (database.some((pid) => existsSync(`/proc/${pid}`))) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    this.#synced?.leaveOnlySynced();
  }

  /** Every process of the database stands still, or goes on. */
  holdDatabase(isHeld: boolean): void {
    const { postmaster } = this;
    if (postmaster !== undefined) {
      for (const pid of [postmaster, ...childrenOf(postmaster)]) {
        unlessGone(pid, () => process.kill(pid, isHeld ? "SIGSTOP" : "SIGCONT"));
      }
    }
  }

  /** No file may be written any more by the server or its database, as on a full disk, or any may. */
  fillDisk(isFull: boolean): void {
    this.#limit("--fsize", isFull ? "0:" : "unlimited:");
  }

  /** The server may open nothing more, or as much as before. */
  useUpFiles(areUsedUp: boolean): void {
    this.#limit("--nofile", areUsedUp ? "20:" : "4096:", [this.#child?.pid]);
  }

  setClock(aheadMs: number): void {
    writeFileSync(this.#shiftFile, String(aheadMs));
  }

  /** Resolves when it says that it is ready; false when it never does. */
  async isReady(): Promise<boolean> {
    const begun = performance.now();
    while (performance.now() - begun < GIVE_UP_MS) {
      const isReady = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) {
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  }

  /** @param limits the soft one alone: raising the hard one again takes a right that this process may not have */
  #limit(what: string, limits: string, pids = this.#everybody()): void {
    for (const pid of pids) {
      if (pid !== undefined) {
        unlessGone(pid, () =>
          execFileSync("prlimit", ["--pid", String(pid), `${what}=${limits}`], { stdio: "ignore" }),
        );
      }
    }
  }

  #everybody(): (number | undefined)[] {
    const { postmaster } = this;
    return [this.#child?.pid, postmaster, ...(postmaster === undefined ? [] : childrenOf(postmaster))];
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** A process that ended meanwhile needs nothing done to it. */
function unlessGone(pid: number, act: () => void): void {
  try {
    act();
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) {
      throw error;
    }
  }
}
