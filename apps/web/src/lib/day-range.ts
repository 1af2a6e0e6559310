import { DEFAULT_TIME_ZONE, midnightMs } from "./dates.ts";

interface Days {
  first: string;
  last: string;
}

/** Whether the last of two days lies before the first: there is nothing between them. */
export const areReversed = ({ first, last }: Days): boolean => isDay(first) && isDay(last) && last < first;

/** A year that begins with a nought is one that is still being typed. */
const isDay = (text: string): boolean => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text);

/**
 * The moments between which days such as '2026-11-20' lie in a place: from the midnight with which the first
 * begins until that which ends the last. What is no day, as a field half filled in, says nothing, nor does a last day
 * before the first.
 */
export function momentsOf(days: Days, timeZone: string = DEFAULT_TIME_ZONE): { from?: string; to?: string } {
  const from = midnightOf(days.first, 0, timeZone);
  const to = areReversed(days) ? undefined : midnightOf(days.last, 1, timeZone);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function midnightOf(day: string, later: number, timeZone: string): string | undefined {
  const at = isDay(day) ? midnightMs(day, later, timeZone) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
