// @ts-check
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./run.mjs";

/** The server ends its database and its controllers first, which may take this long. */
const PATIENCE_MS = 45_000;

/**
 * Runs a server until it ends, and hands every wish to stop on to it, once. It runs in a session of its own:
 * Ctrl-C goes to the whole group of the terminal, and would otherwise arrive twice.
 * @param {string} program its file
 * @param {string[]} args
 * @returns {Promise<number>} the exit code to end with
 */
export function serve(program, args) {
  const withLauncher = new URL("./stop-with-launcher.mjs", import.meta.url).href;
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "--import", withLauncher, program, ...args],
    { cwd: root, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  /** @type {NodeJS.Timeout | undefined} */
  let impatience;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      impatience ??= setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
      child.kill(signal === "SIGHUP" ? "SIGTERM" : signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(impatience);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
