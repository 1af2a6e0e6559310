import { LocalClock, type LocalMoment } from "@umbral/contract/lib/weekly-hours";
import type { Db } from "../../platform/database.ts";
import { findCalendar } from "./holidays.queries.ts";
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
export async function momentAt(db: Db, buildingId: string, at: Date): Promise<BuildingMoment | null> {
  const calendar = await findCalendar(db, buildingId, at);
  if (!calendar) {
    return null;
  }
  const own = new Set(calendar.ownHolidays);
  return {
    now: at.getTime(),
    local: clockOf(calendar.timeZone).read(at),
    isHoliday: (day) => own.has(day) || isColombianHoliday(day),
    timeZone: calendar.timeZone,
  };
}
