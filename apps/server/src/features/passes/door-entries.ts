import type { Trx } from "../../platform/database.ts";
import { countMovement, insertMovement, lockPass } from "./pass-rows.queries.ts";

/** What a controller tells of an entry by a pass: somebody came in at the perimeter. */
export interface EntryAtDoor {
  /** The controller's own name for it: the same told again is known. */
  accessId: string;
  passId: string;
  /** Null for a door that is gone. */
  doorId: string | null;
  at: Date;
}

/** An entry that was written down: whom it is to be told. */
export interface NotedEntry {
  buildingId: string;
  apartmentId: string | null;
  passId: string;
}

/**
 * Writes down that somebody came in by a pass at a door. What a controller granted did happen: it is kept whatever became
 * of the pass since.
 * @returns whose screens are to hear of it after the commit; null when nothing changed
 */
export async function noteEntryAtDoor(
  trx: Trx,
  { accessId, passId, doorId, at }: EntryAtDoor,
): Promise<NotedEntry | null> {
  const pass = await lockPass(trx, passId);
  if (!pass) {
    return null;
  }
  const entry = { id: accessId, passId, kind: "in", people: 1, at } as const;
  const isNew = await insertMovement(trx, {
    ...entry,
    doorId,
    byUser: null,
    pictureFileId: null,
    documentFileId: null,
  });
  if (!isNew) {
    return null;
  }
  await countMovement(trx, entry);
  const { buildingId, apartmentId } = pass;
  return { buildingId, apartmentId, passId };
}
