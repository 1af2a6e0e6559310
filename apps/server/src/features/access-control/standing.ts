import { type Decision, type DoorMode, decide } from "@umbral/contract/access-control/decision";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { findAccessSettings } from "../buildings/index.ts";
import { holidaysOf } from "./holidays.ts";
import { type AccessReach, accessOf } from "./reach.ts";

/** How somebody stands to the doors of a building at a moment. */
export interface Standing {
  reaches: readonly AccessReach[];
  /** Would this door let them in by the app? */
  at(doorId: string): Decision;
  isHoliday: boolean;
  timeZone: string;
}

const AS_ALWAYS: DoorMode = { lockedUntil: null, freeUntil: null, freeHours: null };
const DAY_MS = 24 * 3_600_000;

/** Each is slow to make, and there are few time zones. */
const clocks = new Map<string, LocalClock>();
function clockOf(timeZone: string): LocalClock {
  const clock = clocks.get(timeZone) ?? new LocalClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

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
  const settings = await findAccessSettings(db, buildingId);
  if (!settings) {
    throw new Refused("NOT_FOUND");
  }
  const { timeZone } = settings;
  const clock = clockOf(timeZone);
  const local = clock.read(at);
  // Hours that began yesterday may go on today.
  const { day: yesterday } = clock.read(new Date(at.getTime() - DAY_MS));
  const holidays = new Set((await holidaysOf(db, buildingId, yesterday, local.day)).map(({ day }) => day));
  const reaches = (await accessOf(db, { buildingId, userIds: [userId], now: at })).get(userId) ?? [];
  const asked = reaches.map((reach) => ({
    ...reach,
    doors: new Set(reach.doorIds),
    from: reach.from?.getTime() ?? null,
    until: reach.until?.getTime() ?? null,
  }));
  const here = {
    now: at.getTime(),
    local,
    isHoliday: (day: string) => holidays.has(day),
    isClockTrusted: true,
    isOfflineTooLong: false,
  };
  return {
    reaches,
    isHoliday: holidays.has(local.day),
    timeZone,
    at: (doorId) =>
      decide(
        { doorId, credential: null, isHolderSuspended: isSuspended, reaches: asked, mode: AS_ALWAYS },
        here,
      ),
  };
}
