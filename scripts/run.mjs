// @ts-check
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root: every script works there, wherever it was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * One short line for the person at the terminal.
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, timeoutMs?: number }} [options] `quiet` collects
 *   what it says; after `timeoutMs` it is told to end
 * @returns {Promise<{ code: number, output: string }>} the code is 127 when it could not be started
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false, timeoutMs } = {}) {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      cwd,
      env,
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", (error) => resolve({ code: 127, output: error.message }));
    child.once("close", (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), output }));
  });
}

/**
 * Runs a program of a package with this very Node, so that neither a shell nor PATH has a say in it.
 * @param {string} file path below the root
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(file, args, options) {
  return run(process.execPath, [`${root}/${file}`, ...args], options);
}
