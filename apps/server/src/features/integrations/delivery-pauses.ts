const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first attempt, the second…: eight attempts in about a day. */
const PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  15 * HOUR_MS,
];
/** So much longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Attempts of one delivery at the most. */
export const ATTEMPTS_AT_MOST = PAUSES_MS.length + 1;

/**
 * Milliseconds from a failed attempt to the next; null after the last.
 * @param attempts those that failed, this one too
 * @param chance from 0 to 1
 */
export function pauseAfter(attempts: number, chance: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 - JITTER + 2 * JITTER * chance));
}
