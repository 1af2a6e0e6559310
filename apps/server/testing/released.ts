import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
/**
 * Below the repository's packages, so that what is built there finds them. What a release needs and this version does not any more
 * stays among the development's until the next one: `@fastify/helmet`.
 */
const CACHE = join(root, "node_modules", ".cache", "umbral-released");
/** What a server is built of. */
const PARTS = ["apps/server", "packages", "scripts", "package.json", "tsconfig.base.json"];

/** A version of CHANGELOG.md's, and the commit that wrote its heading: the sources as they were released. */
export interface Release {
  version: string;
  commit: string;
}

/**
 * The newest version that CHANGELOG.md names. Its heading is looked for in the history itself, which every whole clone has,
 * without tags. A shallow clone that does not reach it has its oldest commit instead, and is told so.
 * @throws when there is no history here
 */
export async function lastRelease(): Promise<Release> {
  // As it was committed: who prepares a release still proves it against the one before.
  const [version] = versionsOf(await git("show", "HEAD:CHANGELOG.md"));
  if (version === undefined) {
    throw new Error("CHANGELOG.md names no version ('## 0.1.0 (2026-11-24)').");
  }
  const found = await git("log", "--reverse", "--format=%H", `-S## ${version} (`, "--", "CHANGELOG.md");
  const [commit] = found.split("\n").filter(Boolean);
  if (commit === undefined) {
    throw new Error(`No commit here wrote the heading of version ${version} into CHANGELOG.md.`);
  }
  if ((await whereHistoryIsCut()).has(commit)) {
    process.stderr.write(
      `The history here does not reach version ${version}: ${commit} stands in for it. To get it: git fetch --unshallow\n`,
    );
  }
  return { version, commit };
}

/** The versions that a CHANGELOG names, newest first. */
export const versionsOf = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/gm)].flatMap((found) => found.slice(1));

/** Names of the migrations that a release had, and which of them are not as they were then. */
export async function migrationsOf({ commit }: Release): Promise<{ names: string[]; changed: string[] }> {
  const folder = "apps/server/migrations/";
  const names = lines(await git("ls-tree", "--name-only", commit, folder));
  const changed = lines(await git("diff", "--name-only", "--no-renames", commit, "--", folder));
  const bare = (path: string) => path.slice(folder.length);
  return { names: names.map(bare), changed: changed.filter((path) => names.includes(path)).map(bare) };
}

/**
 * Where a release lies built: its own sources by its own build, once for all runs. Packages of others are those of today,
 * which its programs name only.
 * @returns the folder, laid out as the repository is
 */
export async function builtRelease({ commit }: Release): Promise<string> {
  const place = join(CACHE, commit);
  if (await isThere(place)) {
    return place;
  }
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(join(CACHE, ".unfinished-"));
  try {
    await git("archive", `--output=${join(work, "sources.tar")}`, commit, ...PARTS);
    await run("tar", ["-xf", "sources.tar"], { cwd: work });
    await rm(join(work, "sources.tar"));
    await linkOwnPackages(work);
    const build = `await (await import(${JSON.stringify(join(work, "scripts/build.mjs"))})).bundle("apps/server")`;
    await run(process.execPath, ["--input-type=module", "--eval", build], { cwd: work });
    await rename(work, place).catch(async (error: unknown) => {
      // Another run was first.
      if (!(await isThere(place))) {
        throw error;
      }
    });
    return place;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Its own packages are those of its time. */
async function linkOwnPackages(work: string): Promise<void> {
  for (const folder of await readdir(join(work, "packages"))) {
    const text = await readFile(join(work, "packages", folder, "package.json"), "utf8");
    const { name } = z.object({ name: z.string() }).parse(JSON.parse(text));
    const link = join(work, "node_modules", name);
    await mkdir(join(link, ".."), { recursive: true });
    await symlink(join("..", "..", "packages", folder), link);
  }
}

/** Commits whose parents a shallow clone left behind: each seems to have written all that stands in it. */
async function whereHistoryIsCut(): Promise<ReadonlySet<string>> {
  const path = (await git("rev-parse", "--git-path", "shallow")).trim();
  const text = await readFile(resolve(root, path), "utf8").catch(() => "");
  return new Set(lines(text));
}

async function git(...args: string[]): Promise<string> {
  try {
    // The clone may be somebody else's, as in a container: it is only read.
    return (await run("git", ["-c", "safe.directory=*", ...args], { cwd: root, maxBuffer: 2 ** 28 })).stdout;
  } catch (error) {
    throw new Error("The history of this repository is needed: a clone by git, and git itself.", {
      cause: error,
    });
  }
}

const lines = (text: string): string[] => text.split("\n").filter(Boolean);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
