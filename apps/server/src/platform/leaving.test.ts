import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-leaving-"));
  await build({
    entryPoints: [fileURLToPath(new URL("leaving.ts", import.meta.url))],
    outfile: join(folder, "leaving.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
  });
});
afterAll(() => rm(folder, { recursive: true }));

/** How a process ends that does this first. */
async function endOf(text: string): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const file = join(folder, "program.mjs");
  await writeFile(
    file,
    `import { open, readFile } from "node:fs/promises";\nimport { leave } from "./leaving.mjs";\n${text}\nawait leave(3);\n`,
  );
  const child = spawn(process.execPath, [file], { stdio: "inherit", timeout: 10_000 });
  const [code, signal] = await once(child, "exit");
  return { code, signal };
}

it("ends with its code, when a disk has answered", async () => {
  expect(await endOf("readFile(process.execPath).catch(() => undefined);")).toEqual({
    code: 3,
    signal: null,
  });
});

it("does not wait for a disk that never answers", async () => {
  // Nobody ever writes into it, so that opening it takes a thread for good.
  await promisify(execFile)("mkfifo", [join(folder, "silent")]);
  const silent = JSON.stringify(join(folder, "silent"));
  expect(await endOf(`open(${silent}).catch(() => undefined);`)).toEqual({ code: null, signal: "SIGKILL" });
});
