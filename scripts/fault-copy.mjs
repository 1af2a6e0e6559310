// @ts-check
import { fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, run } from "./run.mjs";

/** @typedef {import("./fault-copy.worker.mjs").Seen} Seen */

/** A copy of the house to break things in, with a Vitest that stays up in it. */
export class Copy {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #worker;
  /** @type {Set<string>} */
  #changed = new Set();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Notes that a file is not as the Vitest that is up has read it.
   * @param {string} file from the root
   */
  changed(file) {
    this.#changed.add(file);
  }

  /**
   * @param {readonly string[]} files test files, from the root
   * @param {number} [withinMs] afterwards it is given up
   * @returns {Promise<Seen | "no end" | "no start">}
   */
  async test(files, withinMs) {
    const worker = await this.#up();
    if (worker === undefined) {
      return "no start";
    }
    const changed = [...this.#changed];
    this.#changed.clear();
    const gone = new AbortController();
    const timer = withinMs === undefined ? undefined : setTimeout(() => gone.abort(), withinMs);
    const ended = () => gone.abort();
    worker.once("exit", ended);
    try {
      const answer = once(worker, "message", { signal: gone.signal });
      worker.send({ files: [...files], changed });
      return (await answer)[0];
    } catch {
      const isGone = worker.exitCode !== null || worker.signalCode !== null;
      await this.stop();
      return isGone ? "no start" : "no end";
    } finally {
      clearTimeout(timer);
      worker.off("exit", ended);
    }
  }

  /** The next test begins with a Vitest of its own, and a database made anew. */
  async stop() {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#changed.clear();
    if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) {
      return;
    }
    const exited = once(worker, "exit");
    const timer = setTimeout(() => worker.kill("SIGKILL"), LONGEST_END_MS);
    worker.disconnect();
    await exited;
    clearTimeout(timer);
  }

  async remove() {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #up() {
    if (this.#worker?.connected) {
      return this.#worker;
    }
    const worker = fork(join(this.folder, "scripts/fault-copy.worker.mjs"), {
      cwd: this.folder,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const isReady = await Promise.race([
      once(worker, "message").then(() => true),
      once(worker, "exit").then(() => false),
    ]);
    this.#worker = isReady ? worker : undefined;
    return this.#worker;
  }
}

/** How long a Vitest may take to stop, with its database. */
const LONGEST_END_MS = 20_000;

/** The files that git knows, as they are now, with the packages that are installed: a place to break things in. */
export async function makeCopy() {
  const copy = await mkdtemp(join(tmpdir(), "umbral-faults-"));
  const { output } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    quiet: true,
  });
  for (const file of output.split("\0").filter((name) => name !== "")) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error) => {
      // Deleted in the working tree, still known to git.
      if (error.code !== "ENOENT") {
        throw error;
      }
    });
  }
  const packages = join(root, "node_modules");
  await mkdir(join(copy, "node_modules", "@umbral"), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== "@umbral") {
      await symlink(join(packages, name), join(copy, "node_modules", name));
    }
  }
  // Our own workspaces are the copy's: a fault in the contract is planted there.
  for (const folder of ["packages", "apps"]) {
    for (const name of await readdir(join(root, folder))) {
      const { name: full } = JSON.parse(await readFile(join(root, folder, name, "package.json"), "utf8"));
      await symlink(join(copy, folder, name), join(copy, "node_modules", full));
    }
  }
  return new Copy(copy);
}
