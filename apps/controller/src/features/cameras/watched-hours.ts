import type { WatchedHours } from "@umbral/contract/cameras/motion.contract";

const DAY = 24 * 60;
const WEEK = 7 * DAY;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A building's own clock: what day of the week and what time of the day it is there. */
export class LocalWeek {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  }

  /** Minutes since Monday began there. */
  minuteOf(date: Date): number {
    const parts = new Map(this.#format.formatToParts(date).map(({ type, value }) => [type, value]));
    const day = WEEKDAYS.indexOf(parts.get("weekday") ?? "");
    return day * DAY + Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
  }
}

/** Is this minute of the week within any of these hours? They may last beyond midnight, and beyond Sunday. */
export function isWatched(hours: readonly WatchedHours[], minuteOfWeek: number): boolean {
  return hours.some(({ days, from, to }) => {
    // Equal ends are a whole day.
    const length = (minutesOf(to) - minutesOf(from) + DAY) % DAY || DAY;
    return days.some((day) => {
      const begins = (day - 1) * DAY + minutesOf(from);
      return (minuteOfWeek - begins + WEEK) % WEEK < length;
    });
  });
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
