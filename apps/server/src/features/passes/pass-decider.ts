import type { Trx } from "../../platform/database.ts";
import { type DoorOnWay, wayHome } from "../access-control/index.ts";

/** Names the door where one comes in from the street (decisions §5). */
const ENTRANCE = "1";

/**
 * The controller that alone counts a pass with a number of entries: that of the entrance, where something can be typed at
 * a door on the way. Null for the server, as where nothing can.
 */
export async function deciderFor(
  trx: Trx,
  whose: { buildingId: string; apartmentId: string | null },
  now: Date,
): Promise<string | null> {
  return deciderOf(await wayHome(trx, { ...whose, now }));
}

function deciderOf(way: readonly DoorOnWay[]): string | null {
  const keypads = way.filter(({ hasKeypad }) => hasKeypad);
  if (keypads.length === 0) {
    return null;
  }
  const entrance = way.find(({ localId }) => localId === ENTRANCE);
  const [decider] = [entrance, ...keypads].flatMap((door) => door?.controllerId ?? []);
  return decider ?? null;
}
