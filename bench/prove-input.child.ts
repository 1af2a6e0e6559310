import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { Asker } from "./prove-input.asker.ts";

const Answer = z.object({ id: z.number(), answered: z.unknown().optional(), error: z.string().optional() });
const Url = z.url();
const Memory = z.object({
  heapMegabytes: z.number(),
  residentMegabytes: z.number(),
  rows: z.number(),
});
const Mended = z.object({ after: z.array(z.tuple([z.number(), Asker])), news: z.unknown() });
const Askers = z.object({ askers: z.array(Asker), seen: z.unknown() });
/** Lines of its log that are kept: a fault writes its stack once and then counts. */
const MOST_COMPLAINTS = 200;
const AS_IT_SHOULD_BE = /"type":"Refused"|"msg":"a fact is set aside"/;

/** The server in its own process, and what it is asked beside the inputs. */
export class ServerUnderInput {
  readonly process: ChildProcess;
  /** What it wrote of what went wrong. */
  readonly complaints: string[] = [];
  readonly #waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>();
  #asked = 0;
  #url = "";

  private constructor() {
    this.process = fork(join(import.meta.dirname, "prove-input.server.ts"), {
      execArgv: ["--import", "tsx", "--expose-gc"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      if (stream) {
        createInterface({ input: stream }).on("line", (line) => this.#heard(line));
      }
    }
    this.process.on("message", (message) => {
      const answer = Answer.parse(message);
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async start(): Promise<ServerUnderInput> {
    const server = new ServerUnderInput();
    const { answered } = await new Promise<z.infer<typeof Answer>>((resolve, reject) => {
      server.#waiting.set(0, resolve);
      server.process.once("exit", () => reject(new Error(server.complaints.join("\n"))));
    });
    server.#url = Url.parse(answered);
    return server;
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Everything made before is gone. */
  async newInstallation(): Promise<z.infer<typeof Askers>> {
    return Askers.parse(await this.#ask({ what: "installation" }));
  }

  /** The same with another session or key; undefined where there is none any more. */
  async renew(asker: Asker): Promise<Asker | undefined> {
    return Asker.optional().parse(await this.#ask({ what: "renew", asker }));
  }

  /** The building is lived in on: who comes after whom, by their places, and what else was said. */
  async mend(askers: readonly Asker[]): Promise<z.infer<typeof Mended>> {
    return Mended.parse(await this.#ask({ what: "mend", askers }));
  }

  /** What is in use after everything was let go that can be, and how many rows there are. */
  async memory(): Promise<z.infer<typeof Memory>> {
    return Memory.parse(await this.#ask({ what: "memory" }));
  }

  async stop(): Promise<void> {
    const { process: child } = this;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.disconnect();
      await ended;
    }
  }

  /** Keeps what it says of faults; that it refused, or set aside what a controller told, is how it should be. */
  #heard(line: string): void {
    if (this.complaints.length < MOST_COMPLAINTS && !AS_IT_SHOULD_BE.test(line)) {
      this.complaints.push(line);
    }
  }

  async #ask(question: { what: string; asker?: Asker; askers?: readonly Asker[] }): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const { answered, error } = await new Promise<z.infer<typeof Answer>>((resolve) => {
      this.#waiting.set(id, resolve);
      this.process.send({ id, ...question });
    });
    if (error !== undefined) {
      throw new Error(error);
    }
    return answered;
  }
}
