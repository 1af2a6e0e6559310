import { createHash } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Db } from "./database.ts";
import type { SealedFiles } from "./files.ts";
import { notePlace, placeOf, takePlaceLock } from "./files-place.ts";
import { findMissingPictures } from "./pictures.queries.ts";

/** Files that are on their way at once, and those of which the database is asked at once. */
const AT_ONCE = 8;
const BATCH = 500;
/** Whatever else lies there is none of ours. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** So long a connection that was closed may still be told of. */
const LINGERS_MS = 1000;

/** What arrived is not what left. The message is all that a person needs. */
export class MoveFailed extends Error {}

/** How a move ended, and of how many files. */
export interface Moved {
  /** `server-runs`: all of them are there, and those that are used lie where they lay; `was-there`: they were moved before. */
  outcome: "moved" | "server-runs" | "was-there";
  copied: number;
  present: number;
  /** Of where they were. */
  removed: number;
}

/**
 * Moves the files of an installation as they lie, encrypted. Whatever ends it in the middle, they are whole where the database
 * says that they are: all are copied and read back first, then that is written down, then the others go. Beside a server that
 * runs they are only copied, since it would go on with those it knows.
 * @param more `ownName` is what this program's own connections are called (`application_name`)
 * @throws {MoveFailed}
 */
export async function moveFiles(
  db: Database,
  source: SealedFiles,
  target: SealedFiles,
  { ownName, onProgress }: { ownName: string; onProgress: (count: number) => void },
): Promise<Moved> {
  const counts = { copied: 0, present: 0, removed: 0 };
  const copyAll = async () => {
    counts.present = 0;
    for await (const ids of batches(source.list())) {
      await inTurns(await named(db, ids), async (id) => {
        counts[await copied(source, target, id)] += 1;
      });
      onProgress(counts.copied + counts.present);
    }
  };
  if ((await placeOf(db)) === target.place) {
    // Of a move that ended before it had cleared up: what the database names and did not arrive is of nobody's doing, and arrives.
    await copyAll();
    counts.removed = await removeAll(source);
    return { ...counts, outcome: "was-there" };
  }
  await copyAll();
  const isMoved = await db.transaction().execute(async (trx) => {
    await takePlaceLock(trx);
    if (await isServed(trx, ownName)) {
      return false;
    }
    // What came until the server was stopped.
    await copyAll();
    await removeStrays(trx, target);
    await notePlace(trx, target.place);
    return true;
  });
  if (!isMoved) {
    // Erased since they were copied: whoever repeats this leaves none of them there.
    await removeStrays(db, target);
    return { ...counts, outcome: "server-runs" };
  }
  counts.removed = await removeAll(source);
  return { ...counts, outcome: "moved" };
}

/** One file, from where it lies to where it is to be; it is read there before it counts. */
async function copied(source: SealedFiles, target: SealedFiles, id: string): Promise<"copied" | "present"> {
  const length = await target.lengthOf(id);
  if (length !== null && length === (await source.lengthOf(id))) {
    return "present";
  }
  const bytes = await source.read(id);
  if (bytes === null) {
    // Begun and never finished, or taken away meanwhile.
    return "present";
  }
  // What a move that was killed began to write.
  await target.remove(id);
  await target.write(id, [bytes]);
  const arrived = await target.read(id);
  if (arrived === null || digestOf(arrived) !== digestOf(bytes)) {
    throw new MoveFailed(
      `El archivo ${id} no llegó como salió. Los archivos siguen donde estaban. Revisa el almacén y repite el comando.`,
    );
  }
  return "copied";
}

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Those of these that a row names: what no row names is not taken along. */
async function named(db: Db, ids: readonly string[]): Promise<string[]> {
  const missing = new Set(await findMissingPictures(db, ids));
  return ids.filter((id) => !missing.has(id));
}

/** Copied beside a server, and taken away by it since. */
async function removeStrays(db: Db, target: SealedFiles): Promise<void> {
  for await (const ids of batches(target.list())) {
    await inTurns(await findMissingPictures(db, ids), (id) => target.remove(id));
  }
}

async function removeAll(files: SealedFiles): Promise<number> {
  let count = 0;
  for await (const ids of batches(files.list())) {
    await inTurns(ids, (id) => files.remove(id));
    count += ids.length;
  }
  return count;
}

/**
 * Is anybody else at the database? Whoever serves it holds connections for as long as it runs, and one that starts now waits
 * for the lock before it looks where the files are.
 */
async function isServed(db: Db, ownName: string): Promise<boolean> {
  for (const until = performance.now() + LINGERS_MS; ; await after(100)) {
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from pg_stat_activity
      where datname = current_database() and usesysid is not null and application_name is distinct from ${ownName}`.execute(
      db,
    );
    if ((rows[0]?.others ?? 0) === 0) {
      return false;
    }
    if (performance.now() > until) {
      return true;
    }
  }
}

async function* batches(ids: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const id of ids) {
    if (!UUID.test(id)) {
      continue;
    }
    batch.push(id);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
