// @ts-check
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { SBOM } from "./component-list.mjs";
import { makeControllerFolder } from "./package-controller.mjs";
import { makeServerFolder } from "./package-server.mjs";
import { root, say } from "./run.mjs";

/** What both packages are made of, in `dist`, without keeping them. */
async function main() {
  const work = await mkdtemp(join(tmpdir(), "umbral-sbom-"));
  try {
    for (const [name, make] of Object.entries({
      server: makeServerFolder,
      controller: makeControllerFolder,
    })) {
      const folder = join(work, name);
      await make(folder);
      const version = (await readFile(join(folder, "VERSION"), "utf8")).trim();
      const file = resolve(root, "dist", `umbral-${name}-${version}.cdx.json`);
      await mkdir(join(file, ".."), { recursive: true });
      await copyFile(join(folder, SBOM), file);
      say(file);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
