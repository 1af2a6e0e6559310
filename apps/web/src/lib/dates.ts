import {
  clockWords,
  dateWords,
  dayWords,
  timeWords,
  twoDigits,
  wallTimeOf,
} from "@umbral/contract/lib/date-words";

/** Where a building is when nothing says otherwise. */
export const DEFAULT_TIME_ZONE = "America/Bogota";

const DAY_MS = 86_400_000;

/** '20 nov 2026 3:05 PM', in the building's time zone (specification §9). */
export const formatDate = (at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string =>
  dateWords(at, timeZone);

/** '20 nov 2026' */
export const formatDay = (at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string =>
  dayWords(wallTimeOf(at, timeZone));

/** '3:05 PM', for what stands under the title of its day, or is of today. */
export const formatTime = (at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string =>
  timeWords(wallTimeOf(at, timeZone));

/** 'Hoy', 'Ayer' or '18 nov 2026': the title over what happened on one day in the building. */
export function dayTitle(at: string | Date, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const day = dayOf(at, timeZone);
  const today = dayOf(now, timeZone);
  if (day === today) {
    return "Hoy";
  }
  // By the calendar: where clocks change, a day is not 24 hours long.
  return Date.parse(today) - Date.parse(day) === DAY_MS ? "Ayer" : formatDay(at, timeZone);
}

/** '3:05:07 PM', for a clock that runs. */
export function formatSeconds(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const { hour, minute, second } = wallTimeOf(at, timeZone);
  return clockWords(`${hour}:${twoDigits(minute)}:${twoDigits(second)}`);
}

/** 'las 10:42 AM', 'la 1:05 PM', after 'a', 'desde' and 'hasta'. */
export function sayTime(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const time = formatTime(at, timeZone);
  return `${time.startsWith("1:") ? "la" : "las"} ${time}`;
}

/** 'las 10:42 AM' for something of today, 'el 19 nov 2026 10:42 PM' for anything older, after 'desde'. */
export function formatSince(since: string, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return dayOf(since, timeZone) === dayOf(now, timeZone)
    ? sayTime(since, timeZone)
    : `el ${formatDate(since, timeZone)}`;
}

/** '10:42 AM' for something of today, '19 nov 2026 10:42 PM' for anything older, in a list without titles of days. */
export const formatMoment = (at: string, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string =>
  dayTitle(at, now, timeZone) === "Hoy" ? formatTime(at, timeZone) : formatDate(at, timeZone);

/** Likewise after a verb: 'a las 10:42 AM', 'el 19 nov 2026 10:42 PM'. */
export function formatWhen(at: string, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const since = formatSince(at, now, timeZone);
  return since.startsWith("el ") ? since : `a ${since}`;
}

/** The last moment of a day such as '2026-11-20' in the building, as the server reads it. */
export const endOfDay = (day: string, timeZone: string = DEFAULT_TIME_ZONE): string =>
  new Date(midnightMs(day, 1, timeZone) - 1).toISOString();

/**
 * When a day such as '2026-11-20' begins in the building, or one that is `later` by so many days: each has its own
 * midnight, where clocks change a day is not 24 hours long. NaN for what is no day.
 */
export const midnightMs = (day: string, later: number, timeZone: string): number =>
  momentMs(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS, timeZone);

/** The day of a moment in the building, such as '2026-11-20': the value of a date field. */
export function dayOf(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const { year, month, day } = wallTimeOf(at, timeZone);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** A moment as a field of date and time holds it: '2026-11-20T18:00' on the building's clock. */
export function localTimeOf(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const { hour, minute } = wallTimeOf(at, timeZone);
  return `${dayOf(at, timeZone)}T${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** The moment that such a field means, as the server reads it; null while it says none. */
export function momentOf(written: string, timeZone: string = DEFAULT_TIME_ZONE): string | null {
  const moment = momentMs(Date.parse(`${written}Z`), timeZone);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/** When the clock on the building's wall shows what this is in UTC. */
function momentMs(shown: number, timeZone: string): number {
  if (Number.isNaN(shown)) {
    return Number.NaN;
  }
  const before = aheadMs(shown, timeZone);
  const ahead = aheadMs(shown - before, timeZone);
  // Clocks that were changed meanwhile are asked again; one that was put forward never showed some hours.
  return shown - (ahead === before ? ahead : Math.min(ahead, aheadMs(shown - ahead, timeZone)));
}

/** How far the clock on the building's wall is ahead of UTC then. */
function aheadMs(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallTimeOf(new Date(at), timeZone);
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, day);
  return shown.setUTCHours(hour, minute, second) - Math.floor(at / 1000) * 1000;
}
