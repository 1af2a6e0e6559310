import { expect, it } from "vitest";
import { LocalClock } from "../lib/weekly-hours.ts";
import { holdsAt, minutesLeft, type OnHolidays, type ScheduleHours } from "./schedules.ts";

const bogota = new LocalClock("America/Bogota");
// Monday 20 July 2026 is a holiday in Colombia.
const isHoliday = (day: string): boolean => day === "2026-07-20";
const holds = (schedule: ScheduleHours, local: string): boolean =>
  holdsAt(schedule, bogota.read(new Date(`${local}-05:00`)), isHoliday);

const working = (onHolidays: OnHolidays): ScheduleHours => ({
  hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
  onHolidays,
});

it("holds within its hours on its days, by the building's clock", () => {
  const schedule = working({ kind: "closed" });
  expect(holds(schedule, "2026-07-14T05:59:59")).toBe(false);
  expect(holds(schedule, "2026-07-14T06:00:00")).toBe(true);
  expect(holds(schedule, "2026-07-14T17:59:59")).toBe(true);
  expect(holds(schedule, "2026-07-14T18:00:00")).toBe(false);
  // A Sunday.
  expect(holds(schedule, "2026-07-19T10:00:00")).toBe(false);
});

it("says of holidays what it was told: as any day, closed, or hours of their own", () => {
  const noon = "2026-07-20T12:00:00";
  expect(holds(working({ kind: "as-any-day" }), noon)).toBe(true);
  expect(holds(working({ kind: "closed" }), noon)).toBe(false);
  const mornings = working({ kind: "hours", hours: [{ from: "08:00", to: "11:00" }] });
  expect(holds(mornings, noon)).toBe(false);
  expect(holds(mornings, "2026-07-20T08:00:00")).toBe(true);
  // And of no other day.
  expect(holds(mornings, "2026-07-21T12:00:00")).toBe(true);
});

it("goes on beyond midnight by the day on which it began", () => {
  const nights: ScheduleHours = {
    hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }],
    onHolidays: { kind: "closed" },
  };
  // The night before the holiday goes on into it, and the holiday's own night does not begin.
  expect(holds(nights, "2026-07-20T05:59:00")).toBe(true);
  expect(holds(nights, "2026-07-20T23:00:00")).toBe(false);
  expect(holds(nights, "2026-07-21T05:00:00")).toBe(false);
  expect(holds(nights, "2026-07-21T22:00:00")).toBe(true);
});

it("knows when it ends, also over midnight, over hours that follow one another, and never", () => {
  const left = (schedule: ScheduleHours, local: string) =>
    minutesLeft(schedule, bogota.read(new Date(`${local}-05:00`)), isHoliday);
  const closed = { kind: "closed" } as const;
  expect(left(working(closed), "2026-07-14T05:59:59")).toBe(0);
  expect(left(working(closed), "2026-07-14T17:00:30")).toBe(60);
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const nights = { hours: [{ days: everyDay, from: "22:00", to: "06:00" }], onHolidays: closed };
  expect(left(nights, "2026-07-14T23:00:00")).toBe(7 * 60);
  expect(left(nights, "2026-07-15T05:00:00")).toBe(60);
  // Sunday's hours go on into the holiday, whose own are none.
  expect(left(nights, "2026-07-20T01:00:00")).toBe(5 * 60);
  const day = { days: everyDay, from: "06:00", to: "22:00" };
  expect(left({ ...nights, hours: [...nights.hours, day] }, "2026-07-14T12:00:00")).toBe((5 * 24 + 18) * 60);
  expect(
    left({ hours: [...nights.hours, day], onHolidays: { kind: "as-any-day" } }, "2026-07-14T12:00:00"),
  ).toBe(null);
});
