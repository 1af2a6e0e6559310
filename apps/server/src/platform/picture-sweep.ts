import type { Services } from "./context.ts";
import { deletePictures, findMissingPictures, findUnusedPictures } from "./pictures.queries.ts";

/** Longer than any action lasts: what is younger may belong to one that is under way. */
const GRACE_MS = 3_600_000;
/** Asked of the database at once. */
const BATCH = 500;

/**
 * Removes what nobody can reach any more: rows of pictures that nothing points at, and bytes without a
 * row, which a process leaves that was killed between the two. Any number of processes may do it at once.
 * @param isStopped ends it before its time: the next sweep finds the rest
 * @returns how many pictures went
 */
export async function sweepPictures(
  services: Pick<Services, "db" | "files" | "clock">,
  isStopped = () => false,
): Promise<{ rows: number; strays: number }> {
  const before = new Date(services.clock.now().getTime() - GRACE_MS);
  return {
    rows: await sweepRows(services, before, isStopped),
    strays: await sweepStrays(services, before, isStopped),
  };
}

/**
 * Removes the bytes of pictures whose rows are gone, which is what was decided. A store that is away keeps nobody from going on:
 * the sweep finds what no row names.
 */
export async function removeBytes(
  { files, log }: Pick<Services, "files" | "log">,
  ids: readonly string[],
): Promise<void> {
  try {
    await Promise.all(ids.map((id) => files.remove(id)));
  } catch (error) {
    log.warn({ err: error, files: ids.length }, "pictures whose rows are gone stay until the next sweep");
  }
}

async function sweepRows(
  { db, files }: Pick<Services, "db" | "files">,
  before: Date,
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  let unused: string[];
  do {
    unused = await findUnusedPictures(db, before, BATCH);
    // The row first: until it is gone the picture may be asked for.
    await deletePictures(db, unused);
    await Promise.all(unused.map((id) => files.remove(id)));
    count += unused.length;
  } while (unused.length === BATCH && !isStopped());
  return count;
}

async function sweepStrays(
  { db, files }: Pick<Services, "db" | "files">,
  before: Date,
  isStopped: () => boolean,
): Promise<number> {
  let count = 0;
  const clear = async (ids: string[]) => {
    const strays = await findMissingPictures(db, ids);
    await Promise.all(strays.map((id) => files.remove(id)));
    count += strays.length;
  };
  let batch: string[] = [];
  for await (const id of files.list()) {
    if (isStopped()) {
      break;
    }
    const madeAt = timeOf(id);
    if (madeAt !== null && madeAt < before.getTime()) {
      batch.push(id);
    }
    if (batch.length === BATCH) {
      await clear(batch);
      batch = [];
    }
  }
  await clear(batch);
  return count;
}

/** A UUID v7 begins with the milliseconds of its making; null for a name that is none of ours. */
function timeOf(id: string): number | null {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
    ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    : null;
}
