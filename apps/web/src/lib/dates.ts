import dayjs from "dayjs";
import "dayjs/locale/es";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Where a building is when nothing says otherwise. */
export const DEFAULT_TIME_ZONE = "America/Bogota";

const inPlace = (at: string | Date, timeZone: string) => dayjs(at).tz(timeZone).locale("es");

/** '20 nov 2026 3:05 PM', in the building's time zone (specification §9). */
export function formatDate(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("D MMM YYYY h:mm A");
}

/** '20 nov 2026' */
export function formatDay(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("D MMM YYYY");
}

/** '3:05 PM', for what stands under the title of its day, or is of today. */
export function formatTime(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("h:mm A");
}

/** 'Hoy', 'Ayer' or '18 nov 2026': the title over what happened on one day in the building. */
export function dayTitle(at: string | Date, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const day = inPlace(at, timeZone);
  const today = inPlace(now, timeZone);
  if (day.isSame(today, "day")) {
    return "Hoy";
  }
  // By the calendar: where clocks change, a day is not 24 hours long.
  return day.isSame(today.subtract(1, "day"), "day") ? "Ayer" : formatDay(at, timeZone);
}

/** '3:05:07 PM', for a clock that runs. */
export function formatSeconds(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("h:mm:ss A");
}

/** 'las 10:42 AM', 'la 1:05 PM', after 'a', 'desde' and 'hasta'. */
export function sayTime(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  const time = formatTime(at, timeZone);
  return `${time.startsWith("1:") ? "la" : "las"} ${time}`;
}

/** 'las 10:42 AM' for something of today, 'el 19 nov 2026 10:42 PM' for anything older, after 'desde'. */
export function formatSince(since: string, now: Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(since, timeZone).isSame(inPlace(now, timeZone), "day")
    ? sayTime(since, timeZone)
    : `el ${formatDate(since, timeZone)}`;
}

/** The last moment of a day such as '2026-11-20' in the building, as the server reads it. */
export function endOfDay(day: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  // The next day's own midnight: where clocks change, a day is not 24 hours long.
  const next = dayjs.utc(day).add(1, "day").format("YYYY-MM-DD");
  return dayjs.tz(`${next}T00:00:00`, timeZone).subtract(1, "millisecond").toISOString();
}

/** The day of a moment in the building, such as '2026-11-20': the value of a date field. */
export function dayOf(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("YYYY-MM-DD");
}

/** A moment as a field of date and time holds it: '2026-11-20T18:00' on the building's clock. */
export function localTimeOf(at: string | Date, timeZone: string = DEFAULT_TIME_ZONE): string {
  return inPlace(at, timeZone).format("YYYY-MM-DDTHH:mm");
}

/** The moment that such a field means, as the server reads it; null while it says none. */
export function momentOf(written: string, timeZone: string = DEFAULT_TIME_ZONE): string | null {
  const moment = written === "" ? null : dayjs.tz(written, timeZone);
  return moment?.isValid() ? moment.toISOString() : null;
}
