import { isPinTooShort } from "@umbral/contract/access-control/pins";
import { countCodes } from "../../platform/code-pool.ts";
import type { Db } from "../../platform/database.ts";
import { findHoldersOfLengths, findKeypadDoors } from "./pins.queries.ts";

/** Whose PIN became too short, because there are more codes or keypads than when it was made. */
export async function listShortPins(db: Db, buildingId: string): Promise<{ userId: string; name: string }[]> {
  const lengths = await countCodes(db, buildingId, null);
  const keypads = (await findKeypadDoors(db, buildingId)).length;
  const short = lengths.filter((alike) => isPinTooShort({ ...alike, keypads })).map(({ digits }) => digits);
  return short.length === 0 ? [] : findHoldersOfLengths(db, buildingId, short);
}
