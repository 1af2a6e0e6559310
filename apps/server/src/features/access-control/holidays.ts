import { colombianHolidays } from "colombian-holidays";
import type { Db } from "../../platform/database.ts";
import { findOwnHolidays } from "./holidays.queries.ts";

export interface Holiday {
  /** `YYYY-MM-DD` */
  day: string;
  name: string;
  /** One that the building added to those of the country. */
  isOwn: boolean;
}

/** Those of a year never change, and each press of a door asks for them. */
const ofYears = new Map<number, readonly Holiday[]>();

function ofYear(year: number): readonly Holiday[] {
  const known = ofYears.get(year);
  if (known) {
    return known;
  }
  const holidays = colombianHolidays({ year, valueAsDate: false }).map(({ celebrationDate, name }) => ({
    day: celebrationDate,
    name: name.es,
    isOwn: false,
  }));
  ofYears.set(year, holidays);
  return holidays;
}

/** @param day `YYYY-MM-DD` */
export const isColombianHoliday = (day: string): boolean =>
  ofYear(yearOf(day)).some((holiday) => holiday.day === day);

const yearOf = (day: string): number => Number(day.slice(0, 4));

/**
 * The holidays of a building from one day to another, both counted: Colombia's and its own, each day once.
 * @param from `YYYY-MM-DD`, of the years that the calendar of Easter knows (1583 to 4099)
 */
export async function holidaysOf(db: Db, buildingId: string, from: string, to: string): Promise<Holiday[]> {
  const days = new Map<string, Holiday>();
  for (let year = yearOf(from); year <= yearOf(to); year += 1) {
    for (const holiday of ofYear(year)) {
      if (holiday.day >= from && holiday.day <= to) {
        days.set(holiday.day, holiday);
      }
    }
  }
  for (const { day, name } of await findOwnHolidays(db, buildingId, from, to)) {
    days.set(day, { day, name, isOwn: true });
  }
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}
