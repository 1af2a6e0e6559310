import type { Services } from "./context.ts";
import { isOutcomeUnknown, type Trx } from "./database.ts";
import { findMissingPictures, insertPicture, PIECE_TYPE, type PictureKind } from "./pictures.queries.ts";

/** Keeps one picture of an action, and gives its id. */
export type KeepPicture = (kind: PictureKind, bytes: Uint8Array) => Promise<string>;

/**
 * A transaction that keeps pictures: bytes in the store first, then the row, so that a row never points at
 * nothing; when the transaction fails, the bytes go too. What a killed process leaves is swept later.
 */
export async function withPictures<Result>(
  services: Pick<Services, "db" | "files" | "newId" | "log">,
  action: (trx: Trx, keep: KeepPicture) => Promise<Result>,
): Promise<Result> {
  const { db, files, newId } = services;
  const kept: string[] = [];
  let runs = 0;
  try {
    const result = await db.transaction().execute((trx) => {
      runs += 1;
      return action(trx, async (kind, bytes) => {
        const id = newId();
        kept.push(id);
        await files.put(id, bytes);
        await insertPicture(trx, {
          id,
          kind,
          bytes: bytes.byteLength,
          ...(kind === "clip" ? { mediaType: PIECE_TYPE } : {}),
        });
        return id;
      });
    });
    if (runs > 1) {
      // Rows of a run that was undone are gone, and its bytes are of nobody.
      await forget(services, kept);
    }
    return result;
  } catch (error) {
    // A line that broke during the commit leaves open whether the rows are there: then the sweep decides.
    if (kept.length > 0 && !isOutcomeUnknown(error)) {
      await forget(services, kept);
    }
    throw error;
  }
}

async function forget(
  { db, files, log }: Pick<Services, "db" | "files" | "log">,
  ids: readonly string[],
): Promise<void> {
  try {
    const missing = await findMissingPictures(db, ids);
    await Promise.all(missing.map((id) => files.remove(id)));
  } catch (error) {
    // The action's own error is what the caller must hear; the sweep comes back to these.
    log.warn({ err: error, files: ids }, "pictures of a failed action stay until the next sweep");
  }
}
