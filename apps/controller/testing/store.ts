import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { openStore, type Store } from "../src/platform/store.ts";

/** A store of its own for the running test. */
export function newStore(): Store {
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-store-"));
  const store = openStore(dataDir);
  onTestFinished(() => {
    store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return store;
}

/** For thousands of commits: none waits for the disk. What is written is read all the same. */
export function newQuickStore(): Store {
  const store = newStore();
  store.query("pragma synchronous = off", Anything).all();
  return store;
}

const Anything = z.looseObject({});

/** The disk takes nothing more: full, or remounted read-only after an error. */
export function refuseWrites(store: Store): void {
  store.query("pragma query_only = 1", Anything).all();
}

export function takeWrites(store: Store): void {
  store.query("pragma query_only = 0", Anything).all();
}

/** The file may not grow beyond what it is now, which is how SQLite meets a full disk. */
export function letStoreGrow(store: Store, isAllowed: boolean): void {
  const used = z.looseObject({ page_count: z.number() });
  const pages = isAllowed ? 1_000_000 : (store.query("pragma page_count", used).get()?.page_count ?? 0);
  store.query(`pragma max_page_count = ${pages}`, Anything).get();
}
