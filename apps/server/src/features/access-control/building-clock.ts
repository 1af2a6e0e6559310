import { LocalClock, type LocalMoment } from "@umbral/contract/lib/weekly-hours";
import type { Db } from "../../platform/database.ts";
import { findCalendars } from "./holidays.queries.ts";
import { isColombianHoliday } from "./holidays.ts";

/** Each is slow to make, and there are few time zones. */
const clocks = new Map<string, LocalClock>();
export function clockOf(timeZone: string): LocalClock {
  const clock = clocks.get(timeZone) ?? new LocalClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

/** A moment as hours of the week are asked about it in a building. */
export interface BuildingMoment {
  /** Milliseconds since 1970. */
  now: number;
  local: LocalMoment;
  /** Of this day and the one before it, whose hours may go on today. */
  isHoliday: (day: string) => boolean;
  timeZone: string;
}

/** Null for no building. */
export const momentAt = async (db: Db, buildingId: string, at: Date): Promise<BuildingMoment | null> =>
  (await momentsAt(db, [buildingId], at)).get(buildingId) ?? null;

/** The same moment in several buildings, asked for at once; without those that are none. */
export async function momentsAt(
  db: Db,
  buildingIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, BuildingMoment>> {
  const calendars = buildingIds.length === 0 ? [] : await findCalendars(db, buildingIds, at);
  return new Map(
    calendars.map(({ buildingId, timeZone, ownHolidays }) => {
      const own = new Set(ownHolidays);
      const moment = {
        now: at.getTime(),
        local: clockOf(timeZone).read(at),
        isHoliday: (day: string) => own.has(day) || isColombianHoliday(day),
        timeZone,
      };
      return [buildingId, moment];
    }),
  );
}
