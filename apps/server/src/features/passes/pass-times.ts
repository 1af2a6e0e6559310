import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import { LONGEST_RECURRING_DAYS, LONGEST_WINDOW_DAYS } from "@umbral/contract/passes/pass-rules";
import { Refused } from "../../platform/refused.ts";

const DAY_MS = 24 * 3_600_000;

export interface WantedTimes {
  startsAt: Date;
  endsAt: Date;
  hours: ScheduleHours | null;
}

/**
 * What bounds a pass besides its own length: the ends of what its people are there, and the day of the building for the
 * lobby. Null for no bound.
 */
export interface Bounds {
  now: Date;
  standsUntil: readonly (Date | null)[];
  dayEndsAt: Date | null;
}

/** @throws {Refused} PASS_TIMES_NOT_VALID */
export function refuseTimes({ startsAt, endsAt, hours }: WantedTimes, bounds: Bounds): void {
  const { now, standsUntil, dayEndsAt } = bounds;
  if (endsAt <= startsAt) {
    throw notValid("until", "debe ser después del comienzo");
  }
  if (endsAt <= now) {
    throw notValid("until", "debe estar en el futuro");
  }
  const longest = (hours === null ? LONGEST_WINDOW_DAYS : LONGEST_RECURRING_DAYS) * DAY_MS;
  const farthest = now.getTime() + LONGEST_RECURRING_DAYS * DAY_MS;
  if (endsAt.getTime() - startsAt.getTime() > longest || endsAt.getTime() > farthest) {
    throw notValid("until", `hasta ${hours === null ? "30 días" : "un año"} después del comienzo`);
  }
  if (hours !== null && hours.hours.length === 0 && hours.onHolidays.kind !== "hours") {
    throw notValid("hours", "debe tener al menos un día");
  }
  if (dayEndsAt !== null && (endsAt > dayEndsAt || hours !== null)) {
    throw notValid("until", "la portería invita solo por hoy");
  }
  if (standsUntil.some((until) => until !== null && endsAt > until)) {
    throw notValid("until", "debe ser antes del final de la estadía de quien invita");
  }
}

const notValid = (property: string, message: string): Refused =>
  new Refused("PASS_TIMES_NOT_VALID", { errors: [{ property, message }] });
