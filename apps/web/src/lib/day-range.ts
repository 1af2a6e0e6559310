import dayjs from "dayjs";
import { DEFAULT_TIME_ZONE } from "./dates.ts";

/**
 * The moments between which days such as '2026-11-20' lie in a place: from the midnight with which the first
 * begins until that which ends the last. What is no day, as a field half filled in, says nothing.
 */
export function momentsOf(
  days: { first: string; last: string },
  timeZone: string = DEFAULT_TIME_ZONE,
): { from?: string; to?: string } {
  const from = midnightOf(days.first, 0, timeZone);
  const to = midnightOf(days.last, 1, timeZone);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function midnightOf(day: string, later: number, timeZone: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !dayjs.utc(day).isValid()) {
    return undefined;
  }
  // Each day's own midnight: where clocks change, a day is not 24 hours long.
  const date = dayjs.utc(day).add(later, "day").format("YYYY-MM-DD");
  return dayjs.tz(`${date}T00:00:00`, timeZone).toISOString();
}
