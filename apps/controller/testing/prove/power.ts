import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("synced-writes.c", import.meta.url));
const LIBRARY = fileURLToPath(new URL("../../dist/testing/synced-writes.so", import.meta.url));
const OF_THE_STORE = /^controller\.db/;

let made: string | null | undefined;

/** What keeps the writes that were synced, made once; null where this machine has no compiler for it. */
export function syncedWritesLibrary(): string | null {
  made ??= make();
  return made;
}

function make(): string | null {
  if (process.platform !== "linux") {
    return null;
  }
  try {
    mkdirSync(dirname(LIBRARY), { recursive: true });
    execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", LIBRARY, SOURCE, "-ldl"], { stdio: "ignore" });
    return LIBRARY;
  } catch {
    return null;
  }
}

/**
 * The power was cut: the store is as its files were when each was last synced. A file that was deleted stays so: the next
 * sync of any other wrote that down.
 */
export function leaveOnlySynced(dataDir: string, syncedDir: string): void {
  const synced = new Set(readdirSync(syncedDir));
  for (const file of readdirSync(dataDir).filter((name) => OF_THE_STORE.test(name))) {
    rmSync(join(dataDir, file));
    if (synced.has(file)) {
      copyFileSync(join(syncedDir, file), join(dataDir, file));
    }
  }
}
