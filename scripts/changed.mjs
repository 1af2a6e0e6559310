// @ts-check
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

/**
 * What a change can break, as far as is asked before it is handed in; everything is asked by `npm test` alone.
 * @typedef {object} Plan
 * @property {string[] | "all"} server paths of its tests: those of the rooms, or all where something changed that
 *   every room stands on. Not Vitest's graph: every test that starts the server imports all of it
 * @property {string[]} stories folders of stories in a browser
 * @property {string[]} unasked what stories of no one room are about
 */

const ROOM = /^(?:e2e|packages\/contract\/src|apps\/[^/]+\/src\/features)\/([^/]+)\//;
const SERVER = /^(?:apps\/server|packages\/contract)\//;
const TEST = /\.test\.[^/]+$/;
const SHOWN = /^(?:apps|e2e|packages)\//;

/**
 * @param {readonly string[]} files that changed, from the repository's root
 * @param {(folder: string) => boolean} isThere
 * @returns {Plan}
 */
export function whatToRun(files, isThere) {
  const code = files.filter((file) => !file.endsWith(".md"));
  const rooms = new Set(code.map(roomOf).filter((room) => room !== undefined));
  const elsewhere = code.filter((file) => roomOf(file) === undefined);
  const tests = elsewhere.filter((file) => file.startsWith("apps/server/") && TEST.test(file));
  const isServerWhole = elsewhere.some((file) => SERVER.test(file) && !TEST.test(file));
  return {
    server: isServerWhole
      ? "all"
      : [
          ...[...rooms].map((room) => `apps/server/src/features/${room}/`).filter(isThere),
          ...tests.filter(isThere),
        ],
    stories: [...rooms].map((room) => `e2e/${room}/`).filter(isThere),
    unasked: elsewhere.filter((file) => SHOWN.test(file) && !TEST.test(file)),
  };
}

/** @param {string} file */
function roomOf(file) {
  const room = ROOM.exec(file)?.[1];
  return room === "lib" ? undefined : room;
}

/**
 * What changed since this branch left main, committed or not, with files that are new.
 * @returns {Promise<{ base: string, plan: Plan }>}
 */
export async function readChange() {
  const left = await git("merge-base", "HEAD", "main").catch(() => git("merge-base", "HEAD", "origin/main"));
  const base = left.trim();
  const lists = [
    await git("diff", "--name-only", "-z", "--no-renames", base),
    await git("ls-files", "--others", "--exclude-standard", "-z"),
  ];
  const files = lists.flatMap((list) => list.split("\0")).filter((name) => name !== "");
  return { base, plan: whatToRun(files, (path) => existsSync(join(root, path))) };
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run("git", args, { quiet: true });
  if (code !== 0) {
    throw new Error(`git ${args[0]}: ${output.trim()}`);
  }
  return output;
}
