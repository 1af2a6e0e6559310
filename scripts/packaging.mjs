// @ts-check
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "./run.mjs";

/*
 * What the packages of the server and of a building's controller are made with: npm's packages for one machine and
 * nothing that is not run, Node.js where it is brought along, and one file that unpacks itself.
 */

/** What a package is for, as Debian, Node.js and npm call it. */
const CPUS = /** @type {const} */ ({ amd64: "x64", arm64: "arm64" });
/** The newest of a line that is kept up; npm has its program for both machines (`node-linux-…`). */
const NODE_VERSION = "22.23.3";
/** Nothing of these is read at run time. */
const NOT_RUN =
  /\.(d\.[cm]?ts|ts|map|md|markdown|flow)$|^(\.github|\.npmignore|test|tests|docs|example|examples)$/;
/** Goes wherever its package goes. */
const LICENSE = /^(licen[cs]e|copying|notice)/i;

/** This machine, as Debian calls it. */
export const ownArch = () => (process.arch === "arm64" ? "arm64" : "amd64");

/**
 * @param {string} arch as Debian calls it
 * @returns {string} as Node.js and npm do
 */
export function cpuOf(arch) {
  if (!isArch(arch)) {
    throw new Error(`No hay paquetes para ${arch}: arm64 o amd64.`);
  }
  return CPUS[arch];
}

/** @param {string} arch @returns {arch is keyof typeof CPUS} */
const isArch = (arch) => Object.hasOwn(CPUS, arch);

/**
 * One file of a package's folder, that names itself by what is in it.
 * @param {string} folder @param {string} file
 */
export async function sealFolder(folder, file) {
  await nameBuild(folder);
  await pack(folder, file);
}

/**
 * Two builds of one version are two versions to whoever has both.
 * @param {string} folder with its VERSION
 */
export async function nameBuild(folder) {
  const version = (await readFile(join(folder, "VERSION"), "utf8")).trim();
  await writeFile(join(folder, "BUILD"), `${version}-${await digestOf(folder)}\n`);
}

/**
 * A program's packages by the lock file, for the machine that is meant; nothing of theirs is run.
 * @param {string} folder @param {string} workspace @param {string} cpu
 * @returns {Promise<string>} their node_modules
 */
export async function install(folder, workspace, cpu) {
  await mkdir(folder, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ...(await manifests())]) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await cp(join(root, file), join(folder, file));
  }
  const wanted = [`--workspace=${workspace}`, "--omit=dev", "--ignore-scripts"];
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
export async function copyPackages(names, from, to) {
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
const isRun = (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return LICENSE.test(name) || !NOT_RUN.test(name);
};

/**
 * Puts Node.js itself into a package.
 * @param {string} work @param {string} cpu @param {string} folder
 * @returns {Promise<string>} its version
 */
export async function bringNode(work, cpu, folder) {
  const name = `node-linux-${cpu}`;
  const place = join(work, "node");
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), "{}");
  await npm(["install", `${name}@${NODE_VERSION}`, "--ignore-scripts", "--force"], place);
  await cp(join(place, "node_modules", name, "bin/node"), join(folder, "node"));
  await cp(join(place, "node_modules", name, "LICENSE"), join(folder, "node.LICENSE"));
  return NODE_VERSION;
}

/** @param {string} folder @returns {Promise<number>} bytes */
export async function sizeOf(folder) {
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
