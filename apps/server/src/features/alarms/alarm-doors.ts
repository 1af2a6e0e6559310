import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import type { Services } from "../../platform/context.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { emergencySince, findWaysOutOf, forgetDoors, noteDoors } from "./alarm-doors.queries.ts";

/** What an emergency means for doors is told for so long: after that no controller frees any by it. */
export const tellsDoorsSince = (now: Date): Date => new Date(now.getTime() - EMERGENCY_FREES_MS);

/** Somebody else may silence, or confirm anew, while this one confirms: what is wanted is looked at again after each order. */
const ROUNDS_AT_MOST = 3;

/**
 * Makes the doors of a building do what its emergencies say: ways out are free while one is confirmed, for half an hour at
 * most. It is a state, not a press: said again, it changes nothing. Never `silent`, which ends what a panel said too: one that
 * comes back may have a fire that we have not heard of yet.
 */
export async function settleDoors(
  { db, clock }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<{ doors: number; isComplete: boolean }> {
  let told = { doors: 0, isComplete: false };
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const now = clock.now();
    const since = await emergencySince(db, buildingId, tellsDoorsSince(now));
    const leftMs = since === null ? 0 : since.getTime() + EMERGENCY_FREES_MS - now.getTime();
    const on = leftMs > 0;
    const { doors, isComplete } = await hub.emergency(buildingId, {
      state: on ? "free" : "rest",
      forMs: on ? Math.ceil(leftMs) : 1,
    });
    told = { doors, isComplete };
    if (told.isComplete) {
      await noteDoors(db, buildingId, on ? "free" : "rest", tellsDoorsSince(now));
    }
    // By when, too: an order of before that is heard last would end what began since.
    const still = await emergencySince(db, buildingId, tellsDoorsSince(now));
    if (still?.getTime() === since?.getTime()) {
      return told;
    }
  }
  return told;
}

/**
 * Tells a building's controllers that what freed their doors is silenced, whoever said it. It is said again at once where one that
 * is there did not hear it, and not for longer than somebody waits: there may be a fire meanwhile that we have not heard of yet.
 * @returns whether all of them heard it, also those with a way out that are away; and the ways out of those that did not
 */
export async function silenceDoors(
  { db, clock }: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<{ isHeardByDoors: boolean; unheardDoors: string[] }> {
  let isHeardByDoors = false;
  let unheardBy: string[] = [];
  for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
    const told = await hub.emergency(buildingId, { state: "silent", forMs: 1 });
    isHeardByDoors = told.isHeard && !told.isAnyAway;
    unheardBy = told.unheardBy;
    const since = tellsDoorsSince(clock.now());
    if ((await emergencySince(db, buildingId, since)) !== null) {
      // It began since: what frees the doors may have been heard before this, which ended it. The next round says it again.
      await forgetDoors(db, buildingId, since);
      break;
    }
    if (told.isHeard) {
      break;
    }
  }
  return {
    isHeardByDoors,
    unheardDoors: unheardBy.length === 0 ? [] : await findWaysOutOf(db, unheardBy),
  };
}
