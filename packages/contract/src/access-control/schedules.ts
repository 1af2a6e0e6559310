import { z } from "zod";
import {
  DayHours,
  dayBefore,
  isWithinDay,
  isWithinWeek,
  type LocalMoment,
  WeeklyHours,
} from "../lib/weekly-hours.ts";

/** What holds on a holiday instead of the hours of its weekday. */
export const OnHolidays = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("as-any-day") }),
  z.object({ kind: z.literal("closed") }),
  z.object({ kind: z.literal("hours"), hours: z.array(DayHours).min(1).max(8) }),
]);
export type OnHolidays = z.infer<typeof OnHolidays>;

/** When somebody may come in: hours of the week on the building's own clock, and what holds on holidays. */
export const ScheduleHours = z.object({
  hours: z.array(WeeklyHours).max(21),
  onHolidays: OnHolidays,
});
export type ScheduleHours = z.infer<typeof ScheduleHours>;

/** `YYYY-MM-DD`. */
export const HolidayDate = z.iso.date();

const DAY_MINUTES = 24 * 60;

/**
 * Does this schedule hold at this moment? Hours belong to the day on which they begin: those of a holiday's eve go on
 * beyond midnight, and those of a holiday itself are the holiday's.
 * @param isHoliday of a day of the building, `YYYY-MM-DD`
 */
export function holdsAt(
  { hours, onHolidays }: ScheduleHours,
  moment: LocalMoment,
  isHoliday: (day: string) => boolean,
): boolean {
  if (onHolidays.kind === "as-any-day") {
    return isWithinWeek(hours, moment);
  }
  const yesterday = dayBefore(moment);
  return (
    holdsOn(moment, moment.minute, { hours, onHolidays }, isHoliday) ||
    holdsOn(yesterday, moment.minute + DAY_MINUTES, { hours, onHolidays }, isHoliday)
  );
}

/** The same for the hours that begin on one day. @param minute since its midnight */
function holdsOn(
  { weekday, day }: Pick<LocalMoment, "weekday" | "day">,
  minute: number,
  { hours, onHolidays }: ScheduleHours,
  isHoliday: (day: string) => boolean,
): boolean {
  const ofDay = isHoliday(day)
    ? onHolidays.kind === "hours"
      ? onHolidays.hours
      : []
    : hours.filter(({ days }) => days.includes(weekday));
  return ofDay.some((range) => isWithinDay(range, minute));
}
