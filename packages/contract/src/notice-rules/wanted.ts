import { isWithinWeek, type LocalMoment, type WeeklyHours } from "../lib/weekly-hours.ts";
import type { NoticeTells } from "./notice-rules.contract.ts";

/** What is told longer ago than this is no news: it stands where it was written down, and wakes nobody. */
export const NOTICE_MS = 30 * 60_000;

/** Told so many times an hour at most, whatever happens: a door that does not close is not said again and again. */
export const NOTICES_AN_HOUR = { arrivals: 12, guests: 12, doors: 4 } as const;

/** Does somebody want to be told of this now? @param moment on the building's clock */
export function isWanted(
  { tells, hours }: { tells: NoticeTells; hours: readonly WeeklyHours[] },
  isFirst: boolean,
  moment: LocalMoment,
): boolean {
  const isAsked = tells === "every" || (tells === "first" && isFirst);
  return isAsked && (hours.length === 0 || isWithinWeek(hours, moment));
}

/** Is it still news? What a clock tells of a time to come is no older than what is told now. */
export const isNews = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < NOTICE_MS;
