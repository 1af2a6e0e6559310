import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DemonstrationCommand } from "@umbral/contract/controllers/demonstration.contract";
import { DemonstrationNews } from "@umbral/simulated-building/demonstration";
import { build } from "esbuild";
import type { z } from "zod";

const root = new URL("../", import.meta.url);
const BUNDLE = fileURLToPath(new URL("dist/testing/controller.mjs", root));

let bundled: Promise<unknown> | undefined;

/**
 * The controller as one file with all that it needs but the native parts: it starts with half the processor time that it
 * takes with its packages beside it, and proofs start it ten thousand times.
 */
async function bundleController(): Promise<string> {
  bundled ??= build({
    entryPoints: [fileURLToPath(new URL("src/main.ts", root))],
    outfile: BUNDLE,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["libsql", "sharp", "serialport"],
    minifyWhitespace: true,
    // What some packages ask of Node by `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  await bundled;
  return BUNDLE;
}

/** A real controller in a process of its own, obeying as in the demonstration. */
export class ControllerProcess {
  /** Everything it logged. */
  log = "";
  readonly news: DemonstrationNews[] = [];
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.log += chunk.toString();
        this.#noticed();
      });
    }
    child.on("message", (message: unknown) => {
      this.news.push(DemonstrationNews.parse(message));
      this.#noticed();
    });
    this.ended = new Promise((resolve) => {
      child.on("exit", (code, signal) => {
        resolve(code ?? signal ?? 0);
        this.#noticed();
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** How long it waited for a processor so far, in milliseconds; 0 where the system does not say (Linux does). */
  waitedMs(): number {
    try {
      const [, waitedNs = "0"] = readFileSync(`/proc/${this.pid}/schedstat`, "utf8").split(" ");
      return Number(waitedNs) / 1e6;
    } catch {
      return 0;
    }
  }

  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.#child.kill(signal);
    return this.ended;
  }

  send(command: z.input<typeof DemonstrationCommand>): void {
    this.#child.send(DemonstrationCommand.parse(command));
  }

  /** The parent goes away, as far as the controller can tell. */
  forget(): void {
    this.#child.disconnect();
  }

  /** Resolves when it has sent this kind of news, `times` times in all. */
  heard(kind: DemonstrationNews["kind"], times = 1): Promise<void> {
    return this.#until(() => this.timesHeard(kind) >= times, kind);
  }

  timesHeard(kind: DemonstrationNews["kind"]): number {
    return this.news.filter((news) => news.kind === kind).length;
  }

  /** Resolves when the command has taken effect, or the process has ended. Others of its kind are not on their way. */
  async obeys(command: z.input<typeof DemonstrationCommand>): Promise<void> {
    if (this.#child.connected) {
      const { kind } = command;
      const done = () => this.news.filter((news) => news.kind === "done" && news.command === kind).length;
      const before = done();
      this.send(command);
      await this.#until(() => done() > before, `${kind} done`).catch(() => undefined);
    }
  }

  /**
   * Somebody holds a card to a reader, or types what stands after `#`, and looks at its light.
   * @returns `gone` when the process ended meanwhile, and `none` when there was no light in time
   */
  answersCard(doorId: string, tag: string, withinMs: number): Promise<"green" | "red" | "none" | "gone"> {
    if (!this.#child.connected) {
      return Promise.resolve("gone");
    }
    const begun = this.news.length;
    this.send(
      tag.startsWith("#")
        ? { kind: "type-keys", doorId, keys: `${tag.slice(1)}#` }
        : { kind: "swipe-card", doorId, tag },
    );
    const light = () =>
      this.news
        .slice(begun)
        .find((news) => news.kind === "reader-lit" && news.doorId === doorId && news.light !== "off");
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish("none"), withinMs);
      const finish = (answer: "green" | "red" | "none" | "gone") => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(answer);
      };
      const look = () => {
        const shown = light();
        if (shown?.kind === "reader-lit") {
          finish(shown.light === "green" ? "green" : "red");
        } else if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
          finish("gone");
        }
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when it has logged this. */
  said(text: string): Promise<void> {
    return this.#until(() => this.log.includes(text), text);
  }

  async #until(isTrue: () => boolean, what: string): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve, reject) => {
        if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
          reject(new Error(`the controller ended before "${what}":\n${this.log}`));
          return;
        }
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  #noticed(): void {
    for (const look of [...this.#waiting]) {
      look();
    }
  }
}

export async function startController({
  isDiskFull = false,
  ...env
}: {
  SERVER_URL: string;
  CONTROLLER_DATA_DIR: string;
  PAIRING_CODE?: string;
  SERVER_CA_FILE?: string;
  PATH?: string;
  NOTIFY_SOCKET?: string;
  RUNTIME_DIRECTORY?: string;
  LOG_LEVEL?: string;
  CONTROLLER_DEMONSTRATION?: "0" | "1";
  ALLOW_PLAIN_LINE?: "0" | "1";
  NODE_OPTIONS?: string;
  /** By how much its wall clock is off, in milliseconds. */
  CLOCK_SHIFT_FILE?: string;
  LD_PRELOAD?: string;
  /** No file may grow, as on a full disk; its output goes through pipes. */
  isDiskFull?: boolean;
}): Promise<ControllerProcess> {
  const limit = isDiskFull ? "ulimit -f 0; " : "";
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$1"`, process.execPath, await bundleController()], {
    env: { PATH: process.env["PATH"], CONTROLLER_DEMONSTRATION: "1", LOG_LEVEL: "debug", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return new ControllerProcess(child);
}
