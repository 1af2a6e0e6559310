/* Dates and times as a person reads them, 'D MMM YYYY h:mm A' in Spanish (specification §9). */

const MONTHS = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];

/** A moment as a calendar and a clock on the wall of some place show it. */
interface WallTime {
  year: number;
  /** 1 is January. */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Making one takes longer than all that it is used for on a page. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  return format;
}

/** What the clock on the wall showed there. @param at ISO 8601 */
export function wallTimeOf(at: string | Date, timeZone: string): WallTime {
  // '11/20/2026, 15:05:07'
  const written = formatOf(timeZone).format(new Date(at));
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
    written.match(/\d+/g)?.map(Number) ?? [];
  return { year, month, day, hour, minute, second };
}

/** '24 dic 2026 6:00 PM' on the building's own clock. @param at ISO 8601 */
export function dateWords(at: string | Date, timeZone: string): string {
  const wall = wallTimeOf(at, timeZone);
  return `${dayWords(wall)} ${timeWords(wall)}`;
}

/** '24 dic 2026' */
export const dayWords = ({ year, month, day }: WallTime): string =>
  `${day} ${MONTHS[month - 1] ?? ""} ${year}`;

/** '6:00 PM' */
export const timeWords = ({ hour, minute }: WallTime): string => clockWords(`${hour}:${twoDigits(minute)}`);

/** '6:00 PM' for '18:00', '12:00 AM' for the midnight that begins or ends a day; with seconds where it has some. */
export function clockWords(time: string): string {
  const [hour = "0", ...rest] = time.split(":");
  const ofDay = Number(hour) % 24;
  return `${ofDay % 12 === 0 ? 12 : ofDay % 12}:${rest.join(":")} ${ofDay < 12 ? "AM" : "PM"}`;
}

/** '05' for 5. */
export const twoDigits = (value: number): string => String(value).padStart(2, "0");
