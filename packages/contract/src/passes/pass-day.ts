import { holdsAt, type ScheduleHours } from "../access-control/schedules.ts";
import { type LocalMoment, minutesOf } from "../lib/weekly-hours.ts";

const DAY_MINUTES = 24 * 60;

/** A pass with hours of the week, and when it begins and ends as a clock on the building's wall shows it. */
export interface RecurringPass {
  from: Pick<LocalMoment, "day" | "minute">;
  until: Pick<LocalMoment, "day" | "minute">;
  hours: ScheduleHours;
}

/**
 * The first minute of a day at which a pass with hours of the week holds; null when at none of them. A day on which the
 * clocks are set counts as any other.
 * @param isHoliday of that day, and of the one before it
 */
export function firstMinuteOf(
  day: Pick<LocalMoment, "day" | "weekday">,
  { from, until, hours }: RecurringPass,
  isHoliday: (day: string) => boolean,
): number | null {
  const begins = from.day < day.day ? 0 : from.day > day.day ? DAY_MINUTES : from.minute;
  const ends = until.day > day.day ? DAY_MINUTES : until.day < day.day ? 0 : until.minute;
  const { onHolidays } = hours;
  const starts = [...hours.hours, ...(onHolidays.kind === "hours" ? onHolidays.hours : [])].map(({ from }) =>
    minutesOf(from),
  );
  // It can only begin where the pass or one of its hours does.
  const first = [begins, ...starts]
    .filter((minute) => minute >= begins && minute < ends)
    .sort((one, other) => one - other)
    .find((minute) => holdsAt(hours, { ...day, minute }, isHoliday));
  return first ?? null;
}
