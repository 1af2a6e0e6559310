import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** Node.js has no datagram sockets of Unix: systemd's own program speaks for us (`NotifyAccess=all`). */
const NOTIFY = "systemd-notify";
/** Twice within the time after which the service manager would end us, and once more. */
const BEATS_A_WATCHDOG = 3;

/**
 * What a service manager is told (sd_notify(3)): that the controller runs, that its event loop goes on, and that it
 * ends. Without one (`NOTIFY_SOCKET`) nothing is told.
 */
export class Supervisor {
  readonly #isThere: boolean;
  readonly #beatMs: number | undefined;
  /** A file that says that the server was heard: an update that never hears it is taken back. */
  readonly #onLineFile: string | undefined;
  readonly #clock: Clock;
  readonly #log: Log;
  #isBeating = false;
  #isTelling = false;

  constructor(env: NodeJS.ProcessEnv, clock: Clock, log: Log) {
    this.#isThere = env["NOTIFY_SOCKET"] !== undefined;
    const watchdogUs = Number(env["WATCHDOG_USEC"]);
    this.#beatMs = watchdogUs > 0 ? watchdogUs / 1000 / BEATS_A_WATCHDOG : undefined;
    const folder = env["RUNTIME_DIRECTORY"];
    this.#onLineFile = folder === undefined ? undefined : join(folder, "on-line");
    this.#clock = clock;
    this.#log = log;
  }

  /** The doors are safe and their controller at work, or it waits to be paired. */
  started(): void {
    if (this.#onLineFile !== undefined) {
      rmSync(this.#onLineFile, { force: true });
    }
    this.#tell("READY=1");
    if (this.#isThere && !this.#isBeating) {
      this.#isBeating = true;
      this.#beat();
    }
  }

  /** @param version of the program whom the server accepted */
  onLine(version: string): void {
    if (this.#onLineFile !== undefined) {
      try {
        writeFileSync(this.#onLineFile, `${version}\n`);
      } catch (error) {
        this.#log.warn({ err: error }, "cannot say that the server was heard");
      }
    }
  }

  stopping(): void {
    this.#isBeating = false;
    this.#tell("STOPPING=1");
  }

  #beat(): void {
    if (this.#beatMs === undefined || !this.#isBeating) {
      return;
    }
    // One that still waits for its turn says the same.
    if (!this.#isTelling) {
      this.#tell("WATCHDOG=1");
    }
    this.#clock.after(this.#beatMs, () => this.#beat());
  }

  #tell(news: string): void {
    if (!this.#isThere) {
      return;
    }
    this.#isTelling = true;
    const program = spawn(NOTIFY, [news], { stdio: "ignore" });
    program.once("error", (error) => {
      this.#isTelling = false;
      this.#log.error({ err: error }, "the service manager cannot be told anything");
    });
    program.once("exit", () => {
      this.#isTelling = false;
    });
  }
}
