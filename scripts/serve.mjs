// @ts-check
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./run.mjs";

/** The server ends its database and its controllers first, which may take this long. */
const PATIENCE_MS = 45_000;
const LOOK_EVERY_MS = 500;

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
  // npm hands no signal on. When only npm is told to stop, all that can be seen here is that it is gone.
  const npm = process.env["npm_lifecycle_event"] ? process.ppid : undefined;
  const watch = setInterval(() => {
    if (npm !== undefined && process.ppid !== npm) {
      clearInterval(watch);
      child.kill("SIGTERM");
    }
  }, LOOK_EVERY_MS);
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
      clearInterval(watch);
      clearTimeout(impatience);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}
