import type { ScheduleHours } from "../access-control/schedules.ts";
import { holdsAt } from "../access-control/schedules.ts";
import type { LocalMoment } from "../lib/weekly-hours.ts";

/*
 * The life of a pass (decisions §10): when it holds, whether one more may come in by it, and what it is called. One
 * rule for the desk, where the server asks it, and for a keypad, where the controller does: no clock, no disk and no
 * line in here, all of it is handed in.
 */

export { LONGEST_RECURRING_DAYS, LONGEST_WINDOW_DAYS, MOST_ENTRIES } from "./pass-limits.ts";

/** Inner doors of the way follow an entry at the perimeter for so long. */
export const FOLLOWS_MS = 30 * 60_000;

/** From when until when, in milliseconds since 1970, and within which hours of the week; null for all of them. */
export interface PassTimes {
  from: number;
  until: number;
  hours: ScheduleHours | null;
}

/** What was written down of a pass until now. */
export interface PassUse {
  isTakenBack: boolean;
  /** How many may come in by it altogether; null for any number. */
  entries: number | null;
  /** How many did. */
  entered: number;
  /** How many went out again. */
  left: number;
}

/** A moment, and the same on the building's wall. */
export interface PassMoment {
  now: number;
  local: LocalMoment;
  isHoliday: (day: string) => boolean;
}

/** Why nobody comes in by a pass now. The first that stands in the way. */
export type PassRefusal = "taken-back" | "expired" | "used-up" | "not-yet" | "not-now";

export type PassVerdict = { outcome: "granted" } | { outcome: "refused"; reason: PassRefusal };

const refused = (reason: PassRefusal): PassVerdict => ({ outcome: "refused", reason });

/** May so many more come in by it? @param people who stand there together */
export function passVerdict(times: PassTimes, use: PassUse, at: PassMoment, people = 1): PassVerdict {
  if (use.isTakenBack) {
    return refused("taken-back");
  }
  if (at.now >= times.until) {
    return refused("expired");
  }
  if (use.entries !== null && use.entered + people > use.entries) {
    return refused("used-up");
  }
  if (at.now < times.from) {
    return refused("not-yet");
  }
  return times.hours === null || holdsAt(times.hours, at.local, at.isHoliday)
    ? { outcome: "granted" }
    : refused("not-now");
}

/** What a pass is called. */
export type PassState = "waiting" | "inside" | "left" | "used-up" | "expired" | "taken-back";

/** `left` may come again; who is inside is so whatever became of the pass, until it was taken back. */
export function passState(times: Pick<PassTimes, "until">, use: PassUse, now: number): PassState {
  if (use.isTakenBack) {
    return "taken-back";
  }
  if (use.entered > use.left) {
    return "inside";
  }
  if (use.entries !== null && use.entered >= use.entries) {
    return "used-up";
  }
  if (now >= times.until) {
    return "expired";
  }
  return use.entered > 0 ? "left" : "waiting";
}

/** Is somebody still inside though the time is over? Also when it was taken back. */
export const isOverstaying = (times: PassTimes, use: PassUse, at: PassMoment): boolean =>
  use.entered > use.left &&
  (at.now >= times.until || (times.hours !== null && !holdsAt(times.hours, at.local, at.isHoliday)));
