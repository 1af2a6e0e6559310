import { z } from "zod";
import {
  DayHours,
  dayAfter,
  dayBefore,
  isWithinDay,
  isWithinWeek,
  type LocalMoment,
  minutesOf,
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

/** Hours that follow one another are one time; one that does not end in so many days has no end that anybody asks for. */
const DAYS_AHEAD = 8;

/**
 * For how many minutes a schedule goes on to hold, from the full minute of this moment; 0 when it does not hold, and null
 * when it has no end within a week. A day on which the clocks are set counts as any other.
 */
export function minutesLeft(
  schedule: ScheduleHours,
  moment: LocalMoment,
  isHoliday: (day: string) => boolean,
): number | null {
  if (!holdsAt(schedule, moment, isHoliday)) {
    return 0;
  }
  const { hours, onHolidays } = schedule;
  // It can only end where one of its hours does.
  const ends = [...hours, ...(onHolidays.kind === "hours" ? onHolidays.hours : [])].map(({ to }) =>
    minutesOf(to),
  );
  let day: Pick<LocalMoment, "weekday" | "day"> = moment;
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    for (const minute of [...new Set(ends)].sort((one, other) => one - other)) {
      const left = ahead * DAY_MINUTES + minute - moment.minute;
      if (left > 0 && !holdsAt(schedule, { ...day, minute }, isHoliday)) {
        return left;
      }
    }
    day = dayAfter(day);
  }
  return null;
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
