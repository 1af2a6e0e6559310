// @ts-check
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";

/**
 * The files below a folder, as paths from there with forward slashes, in the same order everywhere.
 * @param {string} folder
 * @param {RegExp} without entries whose path matches are left out, folders with all in them
 * @returns {Promise<string[]>}
 */
export async function filesIn(folder, without) {
  /** @type {string[]} */
  const found = [];
  const open = [""];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = posix.join(below, entry.name);
      if (!without.test(path)) {
        (entry.isDirectory() ? open : found).push(path);
      }
    }
  }
  return found.sort();
}
