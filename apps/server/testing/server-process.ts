import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packagesOutside } from "../../../scripts/packages-outside.mjs";

const root = new URL("../", import.meta.url);
/** Of this worker alone, so that none starts what another is writing. */
const FOLDER = fileURLToPath(new URL(`dist/testing/${process.env["VITEST_POOL_ID"] ?? "0"}/`, root));

/** What an operator starts. */
const programs = [
  "main",
  "commands/admin-create",
  "commands/audit-verify",
  "commands/backup",
  "commands/files-move",
  "commands/person",
  "commands/restore",
] as const;
export type Program = (typeof programs)[number];

let bundled: Promise<unknown> | undefined;

/** The programs as they are installed, with the packages of others beside them. From the sources each start takes seconds. */
async function bundlePrograms(): Promise<void> {
  bundled ??= build({
    entryPoints: programs.map((program) => fileURLToPath(new URL(`src/${program}.ts`, root))),
    outdir: FOLDER,
    outbase: fileURLToPath(new URL("src", root)),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [packagesOutside],
  });
  await bundled;
}

/** Where a program is that can be started, made of the sources as they are. */
export async function programFile(program: Program): Promise<string> {
  await bundlePrograms();
  return join(FOLDER, `${program}.mjs`);
}

/** How a program ended, and all that it wrote. */
export interface Ended {
  code: number | null;
  said: string;
}

/**
 * Runs a program of this server as an operator does, in this folder and with these variables alone, to its end.
 * @param more `input` is what is typed; when it says `stopWhen`, it is told to stop; `fileKilobytes` is how long a file may
 * get that it writes, as on a disk that is full
 */
export async function runProgram(
  program: Program,
  folder: string,
  variables: Record<string, string>,
  more: RunOptions = {},
): Promise<Ended> {
  return runFile(await programFile(program), folder, variables, more);
}

interface RunOptions {
  args?: string[];
  input?: string;
  stopWhen?: string;
  fileKilobytes?: number;
}

/** The same for a program that lies built somewhere. */
export async function runFile(
  file: string,
  folder: string,
  variables: Record<string, string>,
  more: RunOptions = {},
): Promise<Ended> {
  const command = [process.execPath, file, ...(more.args ?? [])];
  const limited = ["/bin/sh", "-c", 'ulimit -f "$0" && exec "$@"', String((more.fileKilobytes ?? 0) * 2)];
  const [first = "", ...rest] = more.fileKilobytes === undefined ? command : [...limited, ...command];
  const child = spawn(first, rest, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...variables },
  });
  let said = "";
  const hear = (text: string) => {
    const before = more.stopWhen !== undefined && said.includes(more.stopWhen);
    said += text;
    if (!before && more.stopWhen !== undefined && said.includes(more.stopWhen)) {
      child.kill("SIGTERM");
    }
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  child.stdin.end(more.input ?? "");
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, said }));
  });
}

/** A server in a process of its own, until it is stopped. */
export interface RunningServer {
  url: string;
  /** All that it wrote. */
  said(): string;
  stop(): Promise<void>;
  /** Ends it in the middle of whatever it does, without a word. */
  kill(): Promise<void>;
}

/**
 * Starts a server that lies built somewhere, on a port that it chooses, and waits until it says where it listens.
 * @throws with what it said, when it ends before that
 */
export async function startServerFile(
  file: string,
  folder: string,
  variables: Record<string, string>,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0", DEMO: "0", LOG_LEVEL: "warn", ...variables },
  });
  let said = "";
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address !== undefined) {
        resolve(address);
      }
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("error", reject);
    void closed.then(() => reject(new Error(`the server ended: ${said}`)));
  });
  return {
    url,
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
