import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packagesOutside } from "../../../scripts/packages-outside.mjs";

const root = new URL("../", import.meta.url);
/** Of this worker alone, so that none starts what another is writing. */
const FOLDER = fileURLToPath(new URL(`dist/testing/${process.env["VITEST_POOL_ID"] ?? "0"}/`, root));

/** What an operator starts. */
export type Program = "main" | "commands/admin-create" | "commands/audit-verify";
const programs: readonly Program[] = ["main", "commands/admin-create", "commands/audit-verify"];

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

/** How a program ended, and all that it wrote. */
export interface Ended {
  code: number | null;
  said: string;
}

/**
 * Runs a program of this server as an operator does, in this folder and with these variables alone, to its end.
 * @param more `input` is what is typed; when it says `stopWhen`, it is told to stop
 */
export async function runProgram(
  program: Program,
  folder: string,
  variables: Record<string, string>,
  more: { args?: string[]; input?: string; stopWhen?: string } = {},
): Promise<Ended> {
  await bundlePrograms();
  const child = spawn(process.execPath, [join(FOLDER, `${program}.mjs`), ...(more.args ?? [])], {
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
