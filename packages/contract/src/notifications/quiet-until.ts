import { minutesLeft } from "../access-control/schedules.ts";
import { isWithinWeek, LocalClock } from "../lib/weekly-hours.ts";
import type { QuietHours } from "./quiet-hours.contract.ts";

const MINUTE_MS = 60_000;
/** By how much a clock that is set forward or back may be beside what was reckoned, in minutes. */
const SET_BY = [-60, -30, 0, 30, 60] as const;
const noHoliday = (): boolean => false;
/** Each is slow to make. Whoever writes a name in other letters makes no more of them than there are places. */
const clocks = new Map<string, LocalClock>();
const MOST_CLOCKS = 1000;

function clockOf(timeZone: string): LocalClock {
  const known = clocks.get(timeZone) ?? new LocalClock(timeZone);
  if (clocks.size < MOST_CLOCKS) {
    clocks.set(timeZone, known);
  }
  return known;
}

/** Until when somebody's quiet hours last that are now; null when there are none now. */
export function quietUntil(quiet: QuietHours, now: Date): Date | null {
  const clock = clockOf(quiet.timeZone);
  const isQuiet = (at: number): boolean => isWithinWeek([quiet], clock.read(new Date(at)));
  if (!isQuiet(now.getTime())) {
    return null;
  }
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const left = minutesLeft(
    { hours: [quiet], onHolidays: { kind: "as-any-day" } },
    clock.read(now),
    noHoliday,
  );
  // Hours that follow one another without a gap are looked at again after a day.
  const reckoned = minute + (left ?? 24 * 60) * MINUTE_MS;
  const end = SET_BY.map((minutes) => reckoned + minutes * MINUTE_MS).find(
    (at) => at > now.getTime() && !isQuiet(at) && isQuiet(at - MINUTE_MS),
  );
  return new Date(end ?? reckoned);
}
