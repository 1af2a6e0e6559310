// @ts-check
import { mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root, run, say } from "./run.mjs";

/** @typedef {Record<string, { version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }>} Packages */

const LOCK_EVERY_MS = 200;
const LONGEST_WORK_MS = 15 * 60_000;

/**
 * Installs the dependencies when what is installed is not what the lock file asks for. npm writes down in
 * node_modules what it installed, as its last step: comparing the two lists also notices an installation
 * that was cut off, and leaves one made by hand alone.
 */
export async function ensureDependencies() {
  if (await areDependenciesThere()) {
    return;
  }
  await alone(async () => {
    if (await areDependenciesThere()) {
      return;
    }
    say("Instalando dependencias…");
    const { code } = await npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (code !== 0) {
      throw new Error('No se pudieron instalar las dependencias ("npm ci").');
    }
  });
}

async function areDependenciesThere() {
  const [wanted, installed] = await Promise.all([
    packagesOf(join(root, "package-lock.json")),
    packagesOf(join(root, "node_modules", ".package-lock.json")),
  ]);
  return wanted !== undefined && installed !== undefined && isInstalled(wanted, installed);
}

/**
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    const isOurs = !path.includes("node_modules/");
    const there = installed[path];
    // The packages of other platforms are optional, and absent.
    return isOurs || (there ? there.version === version : (optional ?? devOptional));
  });
}

/**
 * @param {string} file
 * @returns {Promise<Packages | undefined>}
 */
async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, "utf8")).packages;
  } catch {
    // Missing or cut off: either way it is not a list of what is there.
    return undefined;
  }
}

/** @param {string[]} args */
function npm(args) {
  // Under `npm start` the very npm that was called is used, and PATH need not have one.
  const cli = process.env["npm_execpath"];
  return cli?.endsWith("npm-cli.js") ? run(process.execPath, [cli, ...args]) : run("npm", args);
}

/**
 * Lets one process at a time install or build in this folder; the others wait.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
  const folder = join(root, ".cache");
  const file = join(folder, "working.pid");
  await mkdir(folder, { recursive: true });
  for (let hasSaid = false; !(await take(file)); hasSaid = true) {
    if (!hasSaid) {
      say("Esperando a que otro proceso termine de instalar o construir…");
    }
    await pause(LOCK_EVERY_MS);
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function take(file) {
  try {
    const handle = await open(file, "wx");
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) {
      throw error;
    }
  }
  const pid = Number(await readFile(file, "utf8").catch(() => ""));
  const since = await stat(file).catch(() => undefined);
  // An empty file is one that is just being written. After a reboot the number may be somebody else's.
  if ((pid > 0 && !isAlive(pid)) || (since && Date.now() - since.mtimeMs > LONGEST_WORK_MS)) {
    await rm(file, { force: true });
  }
  return false;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
