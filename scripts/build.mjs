// @ts-check
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { alone } from "./dependencies.mjs";
import { filesIn } from "./files.mjs";
import { packagesOutside } from "./packages-outside.mjs";
import { root, runNode, say } from "./run.mjs";

/**
 * @typedef {object} Part
 * @property {string} name what a person calls it
 * @property {string[]} sources files and folders that it is made of
 * @property {string} result a file that is there when it was built
 * @property {() => Promise<unknown>} build
 */

/** What goes into everything: a changed dependency or a changed build is a changed program. */
const ALWAYS = [
  "package-lock.json",
  "tsconfig.base.json",
  "scripts/build.mjs",
  "scripts/packages-outside.mjs",
];

/** @type {Part} */
const web = {
  name: "la aplicación web",
  sources: ["apps/web", "packages/contract/src"],
  result: "apps/web/dist/index.html",
  build: runVite,
};

/** @type {Part[]} */
const parts = [
  web,
  {
    name: "el servidor",
    sources: ["apps/server/src", "apps/server/package.json", "packages"],
    result: "apps/server/dist/main.js",
    build: () => bundle("apps/server"),
  },
  {
    name: "el controlador",
    sources: ["apps/controller/src", "apps/controller/package.json", "packages"],
    result: "apps/controller/dist/main.js",
    build: () => bundle("apps/controller"),
  },
  {
    name: "el puente MQTT",
    sources: ["apps/mqtt-bridge/src", "apps/mqtt-bridge/package.json", "packages/contract"],
    result: "apps/mqtt-bridge/dist/main.js",
    build: () => bundle("apps/mqtt-bridge"),
  },
];

/**
 * Builds each program whose sources are not those it was built from.
 * @param {Part[]} [wanted] all of them, unless it is said
 */
export async function buildWhatChanged(wanted = parts) {
  if ((await changedParts(wanted)).length === 0) {
    return;
  }
  await alone(async () => {
    const changed = await changedParts(wanted);
    for (const { part } of changed) {
      say(`Construyendo ${part.name}…`);
    }
    const results = await Promise.allSettled(changed.map(({ part }) => part.build()));
    // Only now: a build that failed or was cut off is made again.
    const built = changed.filter((_, index) => results[index]?.status === "fulfilled");
    await remember(new Map(built.map(({ part, hash }) => [part.result, hash])));
    const failure = results.find((result) => result.status === "rejected");
    if (failure) {
      throw failure.reason;
    }
  });
}

/** Builds the web app alone, where it is not what its sources say: the same everywhere. */
export const buildWeb = () => buildWhatChanged([web]);

/** @param {Part[]} wanted */
async function changedParts(wanted) {
  const known = await remembered();
  const all = await Promise.all(wanted.map(async (part) => ({ part, hash: await hashOf(part.sources) })));
  const kept = await Promise.all(all.map(({ part }) => exists(join(root, part.result))));
  return all.filter(({ part, hash }, index) => !kept[index] || known.get(part.result) !== hash);
}

const memory = join(root, ".cache", "build.json");

/** @returns {Promise<Map<string, string>>} the hash of the sources by result */
async function remembered() {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(memory, "utf8"))));
  } catch {
    // Nothing was built here yet, or it is not known what.
    return new Map();
  }
}

/** @param {Map<string, string>} news */
async function remember(news) {
  const all = Object.fromEntries([...(await remembered()), ...news]);
  await mkdir(join(root, ".cache"), { recursive: true });
  await writeFile(`${memory}.new`, JSON.stringify(all));
  await rename(`${memory}.new`, memory);
}

const NO_SOURCE = /(^|\/)(node_modules|dist|testing)$|\.test\.tsx?$/;

/** @param {string[]} sources */
async function hashOf(sources) {
  const hash = createHash("sha256");
  for (const source of [...ALWAYS, ...sources]) {
    const isFile = (await stat(join(root, source))).isFile();
    const files = isFile ? [""] : await filesIn(join(root, source), NO_SOURCE);
    for (const file of files) {
      const text = await readFile(join(root, source, file));
      hash.update(`${source}/${file}\0${text.length}\0`).update(text);
    }
  }
  return hash.digest("hex");
}

/** @param {string} file */
async function exists(file) {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

async function runVite() {
  const { code, output } = await runNode(
    "node_modules/vite/bin/vite.js",
    ["build", "--logLevel", "warn", "--emptyOutDir"],
    { cwd: join(root, "apps/web"), quiet: true },
  );
  if (code !== 0) {
    throw new Error(`No se pudo construir la aplicación web:\n${output}`);
  }
}

/**
 * Programs besides the main one, when there are any: commands, and threads of their own.
 * @param {string} folder
 */
async function programsIn(folder) {
  const files = await filesIn(folder, NO_SOURCE);
  return files
    .filter((file) => /^commands\/|\.worker\.(ts|mjs)$/.test(file))
    .map((file) => join(folder, file));
}

/**
 * One file for a program and our own packages; the packages of others stay where npm put them.
 * @param {string} app
 * @param {string} [outdir]
 * @returns {Promise<string[]>} the packages of others that it names
 */
export async function bundle(app, outdir = join(root, app, "dist")) {
  const { build } = await import("esbuild");
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [join(root, app, "src/main.ts"), ...(await programsIn(join(root, app, "src")))],
    outbase: join(root, app, "src"),
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: "warning",
    plugins: [packagesOutside],
  });
  const maps = Object.keys(metafile.outputs).filter((file) => file.endsWith(".map"));
  await Promise.all(maps.map((file) => keepLines(file)));
  const named = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return [...new Set(named.filter((path) => !path.startsWith("node:")).map(packageOf))];
}

/**
 * Node.js reads a map whole, between two of the program's own turns, at the first stack that anybody looks at. Of the server, with
 * every name of each statement, that is 0.15 s in which no door opens, and 40 MB; with lines alone, as a stack has them, 0.04 s and 7 MB.
 * @param {string} file
 */
async function keepLines(file) {
  const { decode, encode } = await import("@jridgewell/sourcemap-codec");
  const map = JSON.parse(await readFile(file, "utf8"));
  /** @type {ReturnType<typeof decode>} */
  const lines = decode(map.mappings).map((segments) => {
    const first = segments.find((segment) => segment.length > 1);
    return first === undefined ? [] : [[0, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0]];
  });
  await writeFile(file, JSON.stringify({ ...map, names: [], mappings: encode(lines) }));
}

/** @param {string} path of an import @returns {string} the package's name */
function packageOf(path) {
  const [scope = "", name = ""] = path.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}
