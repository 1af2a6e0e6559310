// @ts-check
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packagesOutside } from "./packages-outside.mjs";
import { root, run, say } from "./run.mjs";

/** What a package is for, as Debian, Node.js and npm call it. */
const CPUS = /** @type {const} */ ({ amd64: "x64", arm64: "arm64" });
/** The newest of a line that is kept up; npm has its program for both machines (`node-linux-…`). */
const NODE_VERSION = "22.23.3";
/** Nothing of these is read at run time. */
const NOT_RUN =
  /\.(d\.[cm]?ts|ts|map|md|markdown|flow)$|^(\.github|\.npmignore|test|tests|docs|example|examples)$/;

/** @typedef {{ arch?: string, node?: boolean, key?: string, out?: string }} Wishes */

/**
 * Makes the package of a building's controller: one file that a person runs on the building's machine, with what runs
 * and nothing else, and beside it its signature.
 * @param {Wishes} wishes `arch`: arm64 or amd64, this machine's own by itself; `node`: brings Node.js; `key`: the file
 *   of the key that signs it; `out`: the folder
 * @returns {Promise<{ file: string, bytes: number }>} the package, and the size of what runs without Node.js
 */
export async function packageController({ arch = ownArch(), node = false, key, out = "dist" }) {
  const cpu = isArch(arch) ? CPUS[arch] : undefined;
  if (!cpu) {
    throw new Error(`No hay paquetes para ${arch}: arm64 o amd64.`);
  }
  const work = await mkdtemp(join(tmpdir(), "umbral-package-"));
  try {
    const folder = join(work, "package");
    await mkdir(join(folder, "node_modules"), { recursive: true });
    const { version } = JSON.parse(await readFile(join(root, "apps/controller/package.json"), "utf8"));
    const packages = await bundle(folder);
    const installed = await install(join(work, "npm"), cpu);
    await copyPackages(packages, installed, join(folder, "node_modules"));
    await cp(join(root, "deploy/controller"), folder, { recursive: true });
    await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
    await writeFile(join(folder, "VERSION"), `${version}\n`);
    await writeFile(join(folder, "ARCH"), `${arch}\n`);
    const bytes = await sizeOf(folder);
    if (node) {
      await bringNode(work, cpu, folder);
    }
    if (key) {
      const publicKey = createPublicKey(createPrivateKey(readFileSync(key)));
      await writeFile(join(folder, "release.pub"), publicKey.export({ type: "spki", format: "pem" }));
    }
    const file = resolve(root, out, `umbral-controller-${version}-linux-${arch}${node ? "-node" : ""}.run`);
    await seal(folder, file, key);
    return { file, bytes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * One file of a package's folder, and its signature.
 * @param {string} folder @param {string} file @param {string | undefined} key
 */
export async function seal(folder, file, key) {
  const version = (await readFile(join(folder, "VERSION"), "utf8")).trim();
  // Two builds of one version are two versions to whoever has both.
  await writeFile(join(folder, "BUILD"), `${version}-${await digestOf(folder)}\n`);
  await pack(folder, file);
  if (key) {
    await writeFile(`${file}.sig`, signatureOf(file, key));
  }
}

/** @param {string} file where the key that signs packages is written: the public half goes with them */
export async function newReleaseKey(file) {
  const { privateKey } = generateKeyPairSync("ed25519");
  await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
}

const ownArch = () => (process.arch === "arm64" ? "arm64" : "amd64");

/** @param {string} arch @returns {arch is keyof typeof CPUS} */
const isArch = (arch) => Object.hasOwn(CPUS, arch);

/** @param {string} folder @returns {Promise<string[]>} the packages of others that the program names */
async function bundle(folder) {
  const { build } = await import("esbuild");
  const sources = join(root, "apps/controller/src");
  const { metafile } = await build({
    entryPoints: ["main.ts", "features/cameras/onvif/onvif.worker.ts"].map((file) => join(sources, file)),
    outbase: sources,
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    metafile: true,
    logLevel: "error",
    plugins: [packagesOutside],
  });
  const named = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return [...new Set(named.filter((path) => !path.startsWith("node:")).map(packageOf))];
}

/** @param {string} path of an import @returns {string} the package's name */
function packageOf(path) {
  const [scope = "", name = ""] = path.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}

/**
 * The controller's packages by the lock file, for the machine that is meant; nothing of theirs is run.
 * @param {string} folder @param {string} cpu
 * @returns {Promise<string>} their node_modules
 */
async function install(folder, cpu) {
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ...(await manifests())]) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  const wanted = ["--workspace=@umbral/controller", "--omit=dev", "--ignore-scripts"];
  const machine = ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"];
  await npm(["ci", ...wanted, ...machine], folder);
  return join(folder, "node_modules");
}

async function manifests() {
  const { workspaces } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const folders = await Promise.all(
    workspaces.map(async (/** @type {string} */ pattern) =>
      pattern.endsWith("/*")
        ? (await readdir(join(root, pattern.slice(0, -2)))).map((name) => `${pattern.slice(0, -1)}${name}`)
        : [pattern],
    ),
  );
  return folders.flat().map((folder) => `${folder}/package.json`);
}

/** @param {string[]} args @param {string} cwd */
async function npm(args, cwd) {
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run("npm", [...args, ...quiet], { cwd, quiet: true });
  if (code !== 0) {
    throw new Error(`npm ${args[0]} no pudo:\n${output}`);
  }
}

/**
 * Copies packages and what they need in turn; those of their own lie inside them.
 * @param {string[]} names @param {string} from @param {string} to
 */
async function copyPackages(names, from, to) {
  const seen = new Set();
  for (const name of names) {
    await copyPackage(name);
  }

  /** @param {string} name */
  async function copyPackage(name) {
    const source = join(from, name);
    const manifest = await readFile(join(source, "package.json"), "utf8").catch(() => undefined);
    // The program for another C library or machine is not there, or of no use.
    if (seen.has(name) || manifest === undefined || name.includes("musl")) {
      return;
    }
    seen.add(name);
    await cp(source, join(to, name), { recursive: true, filter: (path) => isRun(path.slice(source.length)) });
    const { dependencies, optionalDependencies } = JSON.parse(manifest);
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) {
      await copyPackage(next);
    }
  }
}

/** @param {string} path below a package */
const isRun = (path) => !NOT_RUN.test(path.slice(path.lastIndexOf("/") + 1));

/** @param {string} work @param {string} cpu @param {string} folder */
async function bringNode(work, cpu, folder) {
  const name = `node-linux-${cpu}`;
  const place = join(work, "node");
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), "{}");
  await npm(["install", `${name}@${NODE_VERSION}`, "--ignore-scripts", "--force"], place);
  await cp(join(place, "node_modules", name, "bin/node"), join(folder, "node"));
  await cp(join(place, "node_modules", name, "LICENSE"), join(folder, "node.LICENSE"));
}

/** @param {string} folder @returns {Promise<number>} bytes */
async function sizeOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await readFile(join(parentPath, name))).length);
  return (await Promise.all(sizes)).reduce((all, size) => all + size, 0);
}

/** @param {string} folder @returns {Promise<string>} eight letters that name what is in it */
async function digestOf(folder) {
  const hash = createHash("sha256");
  for (const file of (await readdir(folder, { recursive: true })).filter((name) => name !== "BUILD").sort()) {
    const text = await readFile(join(folder, file)).catch(() => undefined);
    if (text) {
      hash.update(`${file}\0${text.length}\0`).update(text);
    }
  }
  return hash.digest("hex").slice(0, 8);
}

/** @param {string} folder @param {string} file */
async function pack(folder, file) {
  await mkdir(join(file, ".."), { recursive: true });
  const archive = `${file}.tar.gz`;
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "--mtime=@0"];
  const { code, output } = await run("tar", ["-czf", archive, ...owner, "-C", folder, "."], { quiet: true });
  if (code !== 0) {
    throw new Error(`tar no pudo:\n${output}`);
  }
  const head = await readFile(join(root, "deploy/unpack.sh"), "utf8");
  const lines = head.split("\n").length;
  await writeFile(file, head.replace("@LINE@", String(lines)));
  appendFileSync(file, await readFile(archive));
  await chmod(file, 0o755);
  await rm(archive);
}

/**
 * The same sentence is read by deploy/controller/verify.mjs.
 * @param {string} file @param {string} key the file of a private key
 */
export function signatureOf(file, key) {
  const digest = createHash("sha512").update(readFileSync(file)).digest("hex");
  const said = Buffer.from(`umbral controller package ${digest}\n`);
  return `${sign(null, said, createPrivateKey(readFileSync(key))).toString("base64")}\n`;
}

async function main() {
  const { values } = parseArgs({
    options: {
      arch: { type: "string" },
      node: { type: "boolean" },
      key: { type: "string" },
      out: { type: "string" },
      "new-key": { type: "string" },
    },
  });
  const newKey = values["new-key"];
  if (newKey !== undefined) {
    await newReleaseKey(newKey);
    say(
      `La llave quedó en ${newKey}. Guárdala fuera de este equipo: quien la tiene actualiza los controladores.`,
    );
    return;
  }
  const { file, bytes } = await packageController(values);
  say(`${file}: ${Math.round(bytes / 1_000_000)} MB sin Node.js.`);
  if (values.key === undefined) {
    say("Sin firma (--key): sirve para instalar, no para actualizar.");
  }
}

if (process.argv[1] === join(root, "scripts/package-controller.mjs")) {
  try {
    await main();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
