import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";
import { z } from "zod";
import { threadProgram } from "../../platform/package-folder.ts";

/** What a thread is asked. */
export type DigestWork =
  | { kind: "hash"; password: string; cost: Options }
  | { kind: "verify"; password: string; digest: string };

const PROGRAM = threadProgram({
  source: "features/auth/digests.worker.mjs",
  built: "features/auth/digests.worker.js",
});

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Makes and compares digests in threads with less priority than all else of the machine: who signs in waits a little longer where doors
 * are opened at the same time, and never the other way round. As many threads as there is work at once, each kept for the next. One that dies
 * answers nothing: its work fails, and the next begins another.
 */
export class DigestThreads {
  readonly #program: string | URL;
  readonly #idle: Worker[] = [];
  readonly #working = new Map<Worker, Waiting>();

  constructor(program: string | URL = PROGRAM) {
    this.#program = program;
  }

  async hash(password: string, cost: Options): Promise<string> {
    return z.string().parse(await this.#ask({ kind: "hash", password, cost }));
  }

  async verify(digest: string, password: string): Promise<boolean> {
    return z.boolean().parse(await this.#ask({ kind: "verify", password, digest }));
  }

  #ask(work: DigestWork): Promise<unknown> {
    const thread = this.#idle.pop() ?? this.#begin();
    return new Promise((resolve, reject) => {
      this.#working.set(thread, { resolve, reject });
      thread.ref();
      thread.postMessage(work);
    });
  }

  #begin(): Worker {
    // Neither this process's options nor its secrets.
    const thread = new Worker(this.#program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    thread.on("message", (answer: unknown) => {
      const waiting = this.#working.get(thread);
      this.#working.delete(thread);
      // A command that hashed one password ends.
      thread.unref();
      this.#idle.push(thread);
      waiting?.resolve(answer);
    });
    thread.on("error", (error) => this.#bury(thread, error));
    thread.on("exit", () => this.#bury(thread, new Error("the thread ended")));
    return thread;
  }

  #bury(thread: Worker, cause: Error): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) {
      this.#idle.splice(at, 1);
    }
    // Whatever was in the message is no part of what is told.
    this.#working.get(thread)?.reject(new Error("a password's digest was not worked out", { cause }));
    this.#working.delete(thread);
  }
}
