/*
 * Dates and times as a person reads them, 'D MMM YYYY h:mm A' in Spanish (specification §9), for who has no library of
 * dates at hand.
 */

const MONTHS = ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];

/** Making one is slow. */
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
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  return format;
}

/** '24 dic 2026 6:00 PM' on the building's own clock. @param at ISO 8601 */
export function dateWords(at: string, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(new Date(at));
  const of = (wanted: Intl.DateTimeFormatPartTypes): string =>
    parts.find(({ type }) => type === wanted)?.value ?? "";
  const month = MONTHS[Number(of("month")) - 1] ?? "";
  return `${of("day")} ${month} ${of("year")} ${clockWords(`${of("hour")}:${of("minute")}`)}`;
}

/** '6:00 PM' for '18:00', '12:00 AM' for the midnight that begins or ends a day. */
export function clockWords(time: string): string {
  const [hour = "0", minute = "00"] = time.split(":");
  const ofDay = Number(hour) % 24;
  return `${ofDay % 12 === 0 ? 12 : ofDay % 12}:${minute} ${ofDay < 12 ? "AM" : "PM"}`;
}
