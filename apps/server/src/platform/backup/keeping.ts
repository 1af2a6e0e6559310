/** How many archives are kept: the newest of each of so many days, weeks and months that have any. */
export interface KeepingRules {
  days: number;
  weeks: number;
  months: number;
}

/** What an archive is called: by the moment that it holds, so that names stand in the order of time. */
export const archiveName = (madeAt: Date): string =>
  `umbral-${madeAt.toISOString().replace(/[-:]|\.\d+/g, "")}.backup`;

const ARCHIVE = /^umbral-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days are Colombia's, which has one time and no summer time. */
const BEHIND_UTC_MS = 5 * HOUR_MS;

/** The last moment, at or before `now`, at which it was this hour in Colombia. */
export function lastHour(hour: number, now: Date): Date {
  const local = now.getTime() - BEHIND_UTC_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return new Date((today <= local ? today : today - DAY_MS) + BEHIND_UTC_MS);
}

/**
 * Those of these files that the rules let go. What is not called as an archive is somebody else's and stays, and so
 * does the newest archive, whatever the rules say.
 */
export function surplusOf(names: readonly string[], rules: KeepingRules): string[] {
  const newestFirst = names.filter((name) => ARCHIVE.test(name)).sort((one, other) => (one < other ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [count, period] of [
    [rules.days, dayOf],
    [rules.weeks, weekOf],
    [rules.months, monthOf],
  ] as const) {
    const seen = new Set<string | number>();
    for (const name of newestFirst) {
      const at = period(localTime(name));
      if (seen.size < count && !seen.has(at)) {
        seen.add(at);
        kept.add(name);
      }
    }
  }
  return newestFirst.filter((name) => !kept.has(name));
}

function localTime(name: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (ARCHIVE.exec(name) ?? [])
    .slice(1)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - BEHIND_UTC_MS;
}

const dayOf = (local: number): number => Math.floor(local / DAY_MS);
/** From Monday on: the first day of 1970 was a Thursday. */
const weekOf = (local: number): number => Math.floor((dayOf(local) + 3) / 7);
const monthOf = (local: number): string => new Date(local).toISOString().slice(0, 7);
