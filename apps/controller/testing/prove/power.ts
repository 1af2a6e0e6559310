import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("synced-writes.c", import.meta.url));
const LIBRARY = fileURLToPath(new URL("../../dist/testing/synced-writes.so", import.meta.url));

/** What is said where it cannot. */
export const NO_POWER_CUTS =
  "power cuts are left out: dropping what was not synced needs Linux and a C compiler (cc)";

let made: boolean | undefined;

/** Can the power of a program be cut here? It takes Linux and a C compiler (cc). */
export function canCutPower(): boolean {
  made ??= make();
  return made;
}

function make(): boolean {
  if (process.platform !== "linux") {
    return false;
  }
  try {
    mkdirSync(dirname(LIBRARY), { recursive: true });
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", LIBRARY, SOURCE, "-ldl"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A folder of a program's, and what of it would be there after a power cut: see synced-writes.c. */
export class SyncedWrites {
  /** For the program's environment (LD_PRELOAD). */
  readonly library: string;
  readonly #folder: string;
  readonly #synced: string;

  /** What is in the folder now counts as synced. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#synced = `${folder}.synced`;
    this.library = `${this.#synced}.so`;
    copyFileSync(LIBRARY, this.library);
    mkdirSync(this.#synced, { recursive: true });
    for (const file of filesIn(folder)) {
      const kept = this.#keptOf(file);
      cpSync(file, kept, { preserveTimestamps: true });
      chmodSync(kept, 0o666);
    }
    // Whoever the program runs its parts as writes there.
    for (const path of [this.#synced, ...foldersIn(this.#synced)]) {
      chmodSync(path, 0o777);
    }
  }

  /**
   * The power was cut, and the program has gone: each file is as it was when it was last synced, and one that never was is
   * gone. A file that was deleted stays so: the next sync of any other wrote that down.
   */
  leaveOnlySynced(isMeant: (file: string) => boolean = () => true): void {
    for (const file of filesIn(this.#folder)) {
      const kept = this.#keptOf(file);
      if (existsSync(kept)) {
        // Into the file that is there: it keeps its owner and who may read it.
        copyFileSync(kept, file);
        const { atime, mtime } = statSync(kept);
        utimesSync(file, atime, mtime);
      } else if (isMeant(relative(this.#folder, file))) {
        rmSync(file);
      }
    }
  }

  remove(): void {
    rmSync(this.#synced, { recursive: true, force: true });
    rmSync(this.library, { force: true });
  }

  #keptOf(file: string): string {
    return join(this.#synced, relative(this.#folder, file));
  }
}

const entriesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true });

const filesIn = (folder: string): string[] =>
  entriesIn(folder).flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []));

const foldersIn = (folder: string): string[] =>
  entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? join(entry.parentPath, entry.name) : []));
