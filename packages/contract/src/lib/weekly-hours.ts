import { z } from "zod";

const DAY = 24 * 60;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MINUTE_MS = 60_000;
const DAY_MS = DAY * MINUTE_MS;

/** `HH:MM` on the building's own clock. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);

/** Hours of a day. `to` before `from` is on the next morning; the same as `from` is a whole day later. */
export const DayHours = z.object({ from: TimeOfDay, to: TimeOfDay });
export type DayHours = z.infer<typeof DayHours>;

/** Hours of some days of the week. */
export const WeeklyHours = z.object({
  /** On which days they begin: 1 is Monday, 7 is Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  ...DayHours.shape,
});
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** A moment as the clock on the building's wall shows it. */
export interface LocalMoment {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Minutes since midnight. */
  minute: number;
}

/** The clock on the wall of a building. Made once for a time zone: making its format is slow. */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat;
  /** What was read last: a moment lasts a minute, and every press and every list of doors asks for the one that is. */
  #last: { minute: number; moment: Readonly<LocalMoment> } | undefined;

  /** @param timeZone an IANA name */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  }

  read(date: Date): Readonly<LocalMoment> {
    const minute = Math.floor(date.getTime() / MINUTE_MS);
    if (this.#last?.minute !== minute) {
      this.#last = { minute, moment: this.#read(date) };
    }
    return this.#last.moment;
  }

  #read(date: Date): LocalMoment {
    const parts = new Map(this.#format.formatToParts(date).map(({ type, value }) => [type, value]));
    return {
      weekday: WEEKDAYS.indexOf(parts.get("weekday") ?? "") + 1,
      day: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
    };
  }
}

/** The day before, as a calendar counts: no clock is set forward on it. */
export function dayBefore({ weekday, day }: Pick<LocalMoment, "weekday" | "day">) {
  const before = new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS);
  return { weekday: weekday === 1 ? 7 : weekday - 1, day: before.toISOString().slice(0, 10) };
}

/** The day after, likewise. */
export function dayAfter({ weekday, day }: Pick<LocalMoment, "weekday" | "day">) {
  const after = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  return { weekday: weekday === 7 ? 1 : weekday + 1, day: after.toISOString().slice(0, 10) };
}

/**
 * Is it within these hours, that begin on a day?
 * @param minute since that day's midnight; beyond 24 h on the next one
 */
export function isWithinDay({ from, to }: DayHours, minute: number): boolean {
  const begins = minutesOf(from);
  // Equal ends are a whole day.
  const length = (minutesOf(to) - begins + DAY) % DAY || DAY;
  return minute >= begins && minute < begins + length;
}

/** Is this moment within any of these hours? They may last beyond midnight, and beyond Sunday. */
export function isWithinWeek(hours: readonly WeeklyHours[], moment: LocalMoment): boolean {
  const yesterday = dayBefore(moment);
  return hours.some(
    (range) =>
      (range.days.includes(moment.weekday) && isWithinDay(range, moment.minute)) ||
      (range.days.includes(yesterday.weekday) && isWithinDay(range, moment.minute + DAY)),
  );
}

/** Minutes since midnight of an `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
