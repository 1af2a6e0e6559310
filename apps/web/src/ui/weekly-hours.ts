import type { DayHours, WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import type { Errors } from "./useForm.ts";

/** What is wrong with hours of a day. */
export const dayHoursErrors = ({ from, to }: DayHours): Errors<Record<keyof DayHours, string>> => ({
  from: from === "" ? "* Escribe la hora" : undefined,
  to: to === "" ? "* Escribe la hora" : undefined,
});

/** What is wrong with hours of some days. */
export const hoursErrors = ({ days, ...hours }: WeeklyHours): Errors<Record<keyof WeeklyHours, string>> => ({
  days: days.length === 0 ? "* Elige al menos un día" : undefined,
  ...dayHoursErrors(hours),
});

/** The first thing that is wrong with any of them. */
export const firstHoursError = (hours: readonly WeeklyHours[]): string | undefined =>
  hours.flatMap((range) => Object.values(hoursErrors(range))).find((error) => error !== undefined);
