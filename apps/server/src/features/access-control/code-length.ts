import { digitsForPin } from "@umbral/contract/access-control/pins";
import { countCodes } from "../../platform/code-pool.ts";
import type { Trx } from "../../platform/database.ts";
import { findKeypadDoors } from "./pins.queries.ts";

/**
 * How many digits the next code of a building has: PINs and passes are typed at the same keypads.
 * @param exceptUserId whose PIN it takes the place of
 */
export async function lengthOfNextCode(
  trx: Trx,
  buildingId: string,
  exceptUserId: string | null,
): Promise<number> {
  const others = await countCodes(trx, buildingId, exceptUserId);
  const codes = others.reduce((total, { codes }) => total + codes, 1);
  return digitsForPin({ codes, keypads: (await findKeypadDoors(trx, buildingId)).length });
}
