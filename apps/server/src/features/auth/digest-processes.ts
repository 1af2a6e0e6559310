import { type ChildProcess, fork } from "node:child_process";
import type { Options } from "@node-rs/argon2";
import { z } from "zod";
import { programBeside } from "../../platform/package-folder.ts";

/** What a process is asked. */
export type DigestWork =
  | { kind: "hash"; password: string; cost: Options }
  | { kind: "verify"; password: string; digest: string };

const Answer = z.union([
  z.object({ done: z.union([z.string(), z.boolean()]) }),
  z.object({ failed: z.string() }),
]);
/** What it answers: a digest, or whether one is of the password; or why neither. */
export type DigestAnswer = z.input<typeof Answer>;

const PROGRAM = programBeside({
  source: "features/auth/digests.worker.mjs",
  built: "features/auth/digests.worker.js",
});

interface Waiting {
  resolve: (done: string | boolean) => void;
  reject: (error: Error) => void;
}

/**
 * Makes and compares digests in processes with less priority than all else of the machine: who signs in waits a little longer where doors
 * are opened at the same time, and never the other way round. As many as there is work at once, each kept for the next. One that dies
 * answers nothing: its work fails, and the next begins another.
 */
export class DigestProcesses {
  readonly #program: string;
  readonly #idle: ChildProcess[] = [];
  readonly #working = new Map<ChildProcess, Waiting>();

  constructor(program = PROGRAM) {
    this.#program = program;
  }

  async hash(password: string, cost: Options): Promise<string> {
    return z.string().parse(await this.#ask({ kind: "hash", password, cost }));
  }

  async verify(digest: string, password: string): Promise<boolean> {
    return z.boolean().parse(await this.#ask({ kind: "verify", password, digest }));
  }

  #ask(work: DigestWork): Promise<string | boolean> {
    const child = this.#idle.pop() ?? this.#begin();
    return new Promise((resolve, reject) => {
      this.#working.set(child, { resolve, reject });
      child.ref();
      child.channel?.ref();
      child.send(work, (error) => error && this.#bury(child, error));
    });
  }

  #begin(): ChildProcess {
    // Neither this process's options nor its secrets; in a session of its own, which Linux gives a share of the processors.
    const child = fork(this.#program, [], {
      execArgv: [],
      env: {},
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (message) => this.#answer(child, message));
    child.on("error", (error) => this.#bury(child, error));
    child.on("exit", () => this.#bury(child, new Error("the process ended")));
    return child;
  }

  #answer(child: ChildProcess, message: unknown): void {
    const waiting = this.#working.get(child);
    this.#working.delete(child);
    // A command that hashed one password ends.
    child.unref();
    child.channel?.unref();
    this.#idle.push(child);
    const { data, error } = Answer.safeParse(message);
    if (data !== undefined && "done" in data) {
      waiting?.resolve(data.done);
    } else {
      waiting?.reject(notWorkedOut(data === undefined ? error : new Error(data.failed)));
    }
  }

  #bury(child: ChildProcess, cause: Error): void {
    const at = this.#idle.indexOf(child);
    if (at >= 0) {
      this.#idle.splice(at, 1);
    }
    this.#working.get(child)?.reject(notWorkedOut(cause));
    this.#working.delete(child);
  }
}

/** Whatever was asked is no part of what is told. */
const notWorkedOut = (cause: Error | undefined): Error =>
  new Error("a password's digest was not worked out", { cause });
