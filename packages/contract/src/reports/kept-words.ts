import { dayWords, twoDigits, wallTimeOf } from "../lib/date-words.ts";
import type { MonthReport } from "./reports.contract.ts";

/** Since when a month has what its building keeps only for a time; null where it has all of it. */
export function keptWords({
  month,
  building: { timeZone },
  eventsKeptFrom,
}: Pick<MonthReport, "month" | "building" | "eventsKeptFrom">): string | null {
  if (eventsKeptFrom === null) {
    return null;
  }
  const from = wallTimeOf(eventsKeptFrom, timeZone);
  const isOver = `${from.year}-${twoDigits(from.month)}` > month;
  return `Este edificio los guarda por un tiempo: de este mes ${isOver ? "ya no hay" : `hay desde el ${dayWords(from)}`}.`;
}
