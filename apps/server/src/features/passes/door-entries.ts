import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { type WhoHears, writeArrival } from "./pass-news.ts";
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

/**
 * Writes down that somebody came in by a pass at a door. What a controller granted did happen: it is kept whatever became
 * of the pass since.
 * @returns tells screens, after the commit; undefined when nothing changed
 */
export async function noteEntryAtDoor(
  services: Services,
  trx: Trx,
  { accessId, passId, doorId, at }: EntryAtDoor,
  whoHears: WhoHears,
): Promise<(() => void) | undefined> {
  if (!(await lockPass(trx, passId))) {
    return undefined;
  }
  const entry = { id: accessId, passId, kind: "in", people: 1, at } as const;
  const isNew = await insertMovement(trx, {
    ...entry,
    doorId,
    byUser: null,
    nameId: null,
    pictureFileId: null,
    documentFileId: null,
  });
  if (!isNew) {
    return undefined;
  }
  await countMovement(trx, entry);
  return writeArrival(services, trx, passId, whoHears);
}
