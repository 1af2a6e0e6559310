import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { keepNames } from "./durable-file.ts";

/** Versions of the web app beside the one that is served: who updates twice in a day leaves nobody behind. */
const KEPT = 3;
/** Their names carry a digest of their content: of two versions, the same name is the same file. */
const ASSETS = "assets/";
const UNFINISHED = ".unfinished";
/** A copy that has been unfinished for so long never will be. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * What earlier versions of the web app consisted of, kept in the data folder: a page that was open while the server was
 * updated goes on fetching the code of its own version.
 */
export interface EarlierAssets {
  /** The folder below which an earlier version has this path; undefined when none has. */
  folderOf(path: string): string | undefined;
}

/** Those that are kept in a folder, the version that was served last first. A folder that is not there has none. */
export async function earlierAssetsIn(kept: string): Promise<EarlierAssets> {
  const folders = new Map<string, string>();
  for (const version of await versionsIn(kept)) {
    for (const path of await filesBelow(version)) {
      if (path.startsWith(ASSETS) && !folders.has(path)) {
        folders.set(path, version);
      }
    }
  }
  return { folderOf: (path) => folders.get(path) };
}

/**
 * Keeps this version for those that come after it, and drops those that were served longest ago. A copy is under its name
 * when it is whole and on the disk, or not at all: a cut file would be believed for a year.
 * @param built the folder of the built web app
 * @throws what the disk says
 */
export async function keepAssets(built: string, kept: string, now: Date): Promise<void> {
  const names = [...(await filesBelow(built, { twins: true }))].filter((path) => path.startsWith(ASSETS));
  if (names.length === 0) {
    return;
  }
  const version = join(kept, createHash("sha256").update(names.sort().join("\n")).digest("hex").slice(0, 16));
  if (!(await isThere(version))) {
    // Its own: of several processes with one data folder another one may be copying the same now.
    const unfinished = join(kept, `${UNFINISHED}-${randomUUID()}`);
    try {
      await copyAll(built, unfinished, names);
      await rename(unfinished, version);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      // Unless another process had it whole first.
      if (!(await isThere(version))) {
        throw error;
      }
    }
    await keepNames(kept);
  }
  await utimes(version, now, now);
  for (const old of [...(await versionsIn(kept)).slice(1 + KEPT), ...(await abandonedIn(kept))]) {
    await rm(old, { recursive: true, force: true });
  }
}

/** Copies that a process left which was ended in the middle. */
async function abandonedIn(kept: string): Promise<string[]> {
  const before = Date.now() - ABANDONED_AFTER_MS;
  const unfinished = await withTimes(kept, (name) => name.startsWith(UNFINISHED));
  return unfinished.filter(({ changedAt }) => changedAt < before).map(({ path }) => path);
}

/** Whole versions in the folder, the one that was served last first. */
async function versionsIn(kept: string): Promise<string[]> {
  const versions = await withTimes(kept, (name) => !name.startsWith(UNFINISHED));
  return versions.sort((one, other) => other.changedAt - one.changedAt).map(({ path }) => path);
}

/** Folders of these names; one that another process takes away meanwhile is not there. */
async function withTimes(
  kept: string,
  isWanted: (name: string) => boolean,
): Promise<{ path: string; changedAt: number }[]> {
  const entries = (await readdirIfThere(kept)).filter((entry) => entry.isDirectory() && isWanted(entry.name));
  const found = await Promise.all(
    entries.map(async ({ name }) => {
      const path = join(kept, name);
      const about = await ifThere(stat(path));
      return about ? [{ path, changedAt: about.mtimeMs }] : [];
    }),
  );
  return found.flat();
}

/**
 * Paths of the files below a folder, with `/`; none when it is not there. Compressed twins (`.br`, `.gz`) are chosen by
 * who serves, never asked for by name.
 */
export async function filesBelow(folder: string, { twins = false } = {}): Promise<ReadonlySet<string>> {
  const entries = await readdirIfThere(folder, { recursive: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && (twins || !/\.(br|gz)$/.test(entry.name)))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
}

async function readdirIfThere(folder: string, { recursive = false } = {}) {
  return (await ifThere(readdir(folder, { recursive, withFileTypes: true }))) ?? [];
}

async function ifThere<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

async function isThere(folder: string): Promise<boolean> {
  return (await readdirIfThere(folder)).length > 0;
}

async function copyAll(built: string, to: string, names: readonly string[]): Promise<void> {
  for (const folder of new Set(names.map(dirname))) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  }
  for (const name of names) {
    await copyDurably(join(built, name), join(to, name));
  }
  for (const folder of new Set([...names.map(dirname), "."])) {
    await keepNames(join(to, folder));
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const file = await open(to, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
