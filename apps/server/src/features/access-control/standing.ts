import {
  type Attempt,
  alwaysSpans,
  type Decision,
  type DoorMode,
  type DoorState,
  decide,
  stateAt,
} from "@umbral/contract/access-control/decision";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { clockOf } from "./building-clock.ts";
import { isColombianHoliday } from "./holidays.ts";
import { findPlaceWithHoldings, type PlaceToReach } from "./reach.queries.ts";
import { type AccessReach, reachesIn } from "./reach.ts";

/** How somebody stands to the doors of a building at a moment. */
export interface Standing {
  reaches: readonly AccessReach[];
  /** All doors of the building, whether they would let them in or not. */
  doors: PlaceToReach["doors"];
  /** Would this door let them in, by the app (null) or by what they carry? */
  at(doorId: string, credential: Attempt["credential"]): Decision;
  /** Would a card of theirs be on the list of a board at this door, which knows no hours? */
  isAlwaysAt(doorId: string, credential: Attempt["credential"]): boolean;
  /** What this door is, as it was set: its controller may not have heard of it yet. */
  modeOf(doorId: string): DoorState;
  isHoliday: boolean;
  timeZone: string;
}

const momentOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));
const AS_ALWAYS: DoorMode = { lockedUntil: null, freeUntil: null, freeHours: null };

/**
 * Asked once, for as many doors as there are: the server's own clock is trusted, and it is never away from itself.
 * @throws {Refused} NOT_FOUND for no building
 */
export async function standingOf(
  db: Db,
  {
    buildingId,
    userId,
    at,
    isSuspended = false,
  }: {
    buildingId: string;
    userId: string;
    at: Date;
    isSuspended?: boolean;
  },
): Promise<Standing> {
  const place = await findPlaceWithHoldings(db, { buildingId, userIds: [userId], at });
  if (!place) {
    throw new Refused("NOT_FOUND");
  }
  const local = clockOf(place.timeZone).read(at);
  const own = new Set(place.ownHolidays);
  const isHoliday = (day: string): boolean => own.has(day) || isColombianHoliday(day);
  const reaches = reachesIn(place, place.holdings).get(userId) ?? [];
  const asked = reaches.map((reach) => ({
    ...reach,
    doors: new Set(reach.doorIds),
    from: reach.from?.getTime() ?? null,
    until: reach.until?.getTime() ?? null,
  }));
  const here = {
    now: at.getTime(),
    local,
    isHoliday,
    isClockTrusted: true,
    notBefore: at.getTime(),
    isOfflineTooLong: false,
  };
  const modes = new Map<string, DoorMode>(
    place.doors.map(({ id, lockedUntil, freeUntil, freeHours }) => [
      id,
      { lockedUntil: momentOf(lockedUntil), freeUntil: momentOf(freeUntil), freeHours },
    ]),
  );
  const modeOf = (doorId: string): DoorMode => modes.get(doorId) ?? AS_ALWAYS;
  const attemptAt = (doorId: string, credential: Attempt["credential"]): Attempt => ({
    doorId,
    credential,
    isHolderSuspended: isSuspended,
    reaches: asked,
    mode: modeOf(doorId),
  });
  return {
    reaches,
    doors: place.doors,
    isHoliday: isHoliday(local.day),
    timeZone: place.timeZone,
    at: (doorId, credential) => decide(attemptAt(doorId, credential), here),
    isAlwaysAt: (doorId, credential) =>
      alwaysSpans(attemptAt(doorId, credential), here).some(
        ({ from, until }) => (from ?? 0) <= here.now && here.now < (until ?? Number.POSITIVE_INFINITY),
      ),
    modeOf: (doorId) => stateAt(modeOf(doorId), here),
  };
}
