import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { type ChipMessage, fieldsOf, holders, LINES } from "./gpio-chip-words.ts";

export { CHIP } from "./gpio-chip-words.ts";

/**
 * Stands in for each of libgpiod's programs: tells the twin how it was called, and does what the twin says. While it
 * runs it has its line, and loses it with its end, however that comes.
 */
const standIn = (port: number) => `#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/${port} || exit 1
printf '%s\\n' "\${0##*/}" "$#" "$@" >&3
while read -r kind text <&3; do
  case $kind in
    out) printf '%s\\n' "$text" ;;
    err) printf '%s\\n' "$text" >&2 ;;
    exit) exit "$text" ;;
  esac
done
exit 1
`;

/**
 * A GPIO chip with libgpiod's programs of one version, as they are documented and as the real ones take their arguments.
 * It lives in a thread of its own: whoever waits for a program without doing anything else gets an answer too.
 */
export class SimulatedGpioChip {
  /** How each program was called. */
  readonly calls: string[] = [];
  readonly #fields: Int32Array;
  readonly #version: 1 | 2;
  readonly #shared: SharedArrayBuffer;
  #worker: Worker | undefined;
  readonly #watchers = new Set<() => void>();
  #port = 0;

  constructor(version: 1 | 2) {
    this.#version = version;
    this.#shared = new SharedArrayBuffer(LINES * 2 * Int32Array.BYTES_PER_ELEMENT);
    this.#fields = new Int32Array(this.#shared);
  }

  /** Is the voltage of this line high? */
  level(line: number): boolean {
    return Atomics.load(this.#fields, fieldsOf(line).level) === 1;
  }

  /** Which program has this line; empty for none. */
  holder(line: number): string {
    return holders[Atomics.load(this.#fields, fieldsOf(line).holder)] ?? "";
  }

  /** What hangs on a line drives it, or (null) nothing does. */
  drive(line: number, level: boolean | null): void {
    this.#say({ kind: "drive", line, level });
  }

  /** Ends the program that has this line, as a kill does. */
  kill(line: number): void {
    this.#say({ kind: "kill", line });
  }

  /**
   * @param isThere no such chip from now on, or there again; who has a line keeps it
   * @param isStuck programs that begin from now on neither do anything nor end
   */
  be({ isThere = true, isStuck = false }: { isThere?: boolean; isStuck?: boolean }): void {
    this.#say({ kind: "chip", isThere, isStuck });
  }

  /** Resolves when this is so, looked at whenever something changes at the chip. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#watchers.delete(look);
          resolve();
        };
        this.#watchers.add(look);
      });
    }
  }

  /** Puts the programs into a folder. @returns the environment in which they are found first */
  async install(): Promise<NodeJS.ProcessEnv> {
    await this.#begin();
    await this.until(() => this.#port !== 0);
    const folder = mkdtempSync(join(tmpdir(), "umbral-gpio-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "stand-in");
    writeFileSync(file, standIn(this.#port), { mode: 0o755 });
    for (const program of ["gpioset", "gpioget", "gpiomon", "gpioinfo"]) {
      symlinkSync(file, join(folder, program));
    }
    return { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}` };
  }

  async #begin(): Promise<void> {
    const workerData = { version: this.#version, shared: this.#shared };
    const worker = new Worker(await bundled("./gpio-chip-thread.ts"), { eval: true, workerData });
    this.#worker = worker;
    worker.on("message", (message: "changed" | { call: string } | { port: number }) => {
      if (message !== "changed" && "call" in message) {
        this.calls.push(message.call);
      } else if (message !== "changed") {
        this.#port = message.port;
      }
      for (const look of [...this.#watchers]) {
        look();
      }
    });
    onTestFinished(async () => {
      await worker.terminate();
    });
  }

  #say(message: ChipMessage): void {
    this.#worker?.postMessage(message);
  }
}

/** A file of this folder with all that it needs, as text: threads and processes read no TypeScript. */
export async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: ["pino"],
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
