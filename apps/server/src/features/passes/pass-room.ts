import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { countCurrent } from "./passes.queries.ts";

/** That may be used at once: of one home, and of a building's own guests. */
const MOST_OF_HOME = 100;
const MOST_OF_BUILDING = 500;

/**
 * Is there room for one more that may be used? The building's codes are held meanwhile, so that two do not both take the last place.
 * @throws {Refused} PASSES_FULL
 */
export async function refuseFull(
  trx: Trx,
  whose: { buildingId: string; apartmentId: string | null },
  now: Date,
): Promise<void> {
  const most = whose.apartmentId === null ? MOST_OF_BUILDING : MOST_OF_HOME;
  if ((await countCurrent(trx, whose, now)) >= most) {
    throw new Refused("PASSES_FULL");
  }
}
