import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, settingsOf } from "./embedded-postgres-cluster.ts";
import { asIdentity } from "./embedded-postgres-identity.ts";
import { recoverOrphan } from "./embedded-postgres-orphan.ts";

/** How long a clean shutdown may take before PostgreSQL is told to drop everything and recover later. */
const FAST_SHUTDOWN_MS = 30_000;

/** A postmaster that died is started again, at once and then more and more slowly. */
const RESTART_FIRST_MS = 100;
const RESTART_LAST_MS = 5_000;

/** The processes of a killed postmaster hold its shared memory until they notice, a moment later. */
const LEFTOVERS_TRIES = 50;
const LEFTOVERS_PAUSE_MS = 200;

/** PostgreSQL's first process: started, started again when it dies, and ended in order. */
export class Postmaster {
  private readonly cluster: Cluster;
  private child: ChildProcess | undefined;
  private closed: Promise<void> = Promise.resolve();
  private restarting: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Nothing while it is away. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Resolves when the database takes connections. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.launch();
        return;
      } catch (error) {
        const isHeld = error instanceof Error && error.message.includes("shared memory block");
        if (!isHeld || tries === LEFTOVERS_TRIES) {
          throw error;
        }
        await pause(LEFTOVERS_PAUSE_MS);
      }
    }
  }

  /** Ends it cleanly, breaking off what runs, and waits until it is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restarting);
    const { child } = this;
    child?.kill("SIGINT");
    const impatience = setTimeout(() => child?.kill("SIGQUIT"), FAST_SHUTDOWN_MS);
    await this.closed;
    clearTimeout(impatience);
  }

  /** Resolves when the database is ready; rejects, with its last words, when it ends before. */
  private launch(): Promise<void> {
    const { binaries, identity, env, pgData, log } = this.cluster;
    const [command, args] = asIdentity(identity, binaries.postgres, [
      "-D",
      pgData,
      ...settingsOf(this.cluster),
    ]);
    const child = spawn(command, args, {
      ...identity.ids,
      env,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
      // A group of its own: Ctrl-C reaches this process first, which then ends the database in order.
      detached: true,
    });
    this.child = child;
    this.closed = new Promise((resolve) => child.once("close", () => resolve()));
    const lastWords: string[] = [];
    return new Promise((resolve, reject) => {
      let isReady = false;
      child.once("error", reject);
      createInterface({ input: child.stderr }).on("line", (line) => {
        lastWords.push(line);
        lastWords.splice(0, lastWords.length - 10);
        if (line.startsWith("PANIC:")) {
          log.warn(`database: ${line}`);
        } else if (line.startsWith("FATAL:")) {
          // The end of one connection, whose side of it hears the same.
          log.info(`database: ${line}`);
        } else {
          log.debug(`database: ${line}`);
        }
        if (line.includes("database system is ready to accept connections")) {
          isReady = true;
          resolve();
        }
      });
      child.once("close", (code, signal) => {
        this.child = undefined;
        if (isReady) {
          this.ended(`exit code ${code}, signal ${signal}`);
        } else {
          reject(new Error(`PostgreSQL no pudo iniciar:\n${lastWords.join("\n")}`));
        }
      });
    });
  }

  private ended(how: string): void {
    if (!this.stopping) {
      this.cluster.log.warn(`the database process ended by itself (${how}): starting it again`);
      this.startAgain(RESTART_FIRST_MS);
    }
  }

  private startAgain(delay: number): void {
    const again = async () => {
      await recoverOrphan(this.cluster);
      if (!this.stopping) {
        await this.launch();
      }
    };
    this.restarting = setTimeout(() => {
      again().catch((error: unknown) => {
        if (!this.stopping) {
          this.cluster.log.warn(`the database did not start again: ${String(error)}`);
          this.startAgain(Math.min(delay * 2, RESTART_LAST_MS));
        }
      });
    }, delay);
  }
}
