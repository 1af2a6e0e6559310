import { DEFAULT_TIME_ZONE, midnightMs } from "./dates.ts";

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
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? midnightMs(day, later, timeZone) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
