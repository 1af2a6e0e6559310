import { describe, expect, it } from "vitest";
import type { ScheduleHours } from "../access-control/schedules.ts";
import { firstMinuteOf } from "./pass-day.ts";

const wednesday = { day: "2026-11-25", weekday: 3 };
const never = () => false;
const always = {
  from: { day: "2026-11-01", minute: 0 },
  until: { day: "2026-12-31", minute: 0 },
};
const weekdays = (from: string, to: string, more: Partial<ScheduleHours> = {}): ScheduleHours => ({
  hours: [{ days: [1, 2, 3, 4, 5], from, to }],
  onHolidays: { kind: "as-any-day" },
  ...more,
});

describe("the first minute of a day at which a pass holds", () => {
  it("is where its hours begin, on the days that it has", () => {
    const hours = weekdays("08:00", "17:00");
    expect(firstMinuteOf(wednesday, { ...always, hours }, never)).toBe(480);
    expect(firstMinuteOf({ day: "2026-11-28", weekday: 6 }, { ...always, hours }, never)).toBeNull();
  });

  it("is midnight for hours of the evening before", () => {
    expect(firstMinuteOf(wednesday, { ...always, hours: weekdays("22:00", "06:00") }, never)).toBe(0);
    const tuesdays: ScheduleHours = {
      hours: [{ days: [2], from: "22:00", to: "00:00" }],
      onHolidays: { kind: "as-any-day" },
    };
    expect(firstMinuteOf(wednesday, { ...always, hours: tuesdays }, never)).toBeNull();
  });

  it("is none before the pass begins, nor once it ended", () => {
    const hours = weekdays("14:00", "18:00");
    const { day } = wednesday;
    const between = (from: number, until: number) => ({
      from: { day, minute: from },
      until: { day, minute: until },
      hours,
    });
    expect(firstMinuteOf(wednesday, between(900, 1200), never)).toBe(900);
    expect(firstMinuteOf(wednesday, between(0, 840), never)).toBeNull();
    expect(firstMinuteOf(wednesday, between(0, 841), never)).toBe(840);
    expect(firstMinuteOf(wednesday, between(1080, 1200), never)).toBeNull();
    const tomorrow = { ...always, from: { day: "2026-11-26", minute: 0 }, hours };
    expect(firstMinuteOf(wednesday, tomorrow, never)).toBeNull();
    const yesterday = { ...always, until: { day: "2026-11-24", minute: 1000 }, hours };
    expect(firstMinuteOf(wednesday, yesterday, never)).toBeNull();
  });

  it("is that of the holiday on a holiday, also when it is another", () => {
    const isHoliday = (day: string) => day === wednesday.day;
    const closed = weekdays("08:00", "17:00", { onHolidays: { kind: "closed" } });
    expect(firstMinuteOf(wednesday, { ...always, hours: closed }, isHoliday)).toBeNull();
    const short = weekdays("08:00", "17:00", {
      onHolidays: { kind: "hours", hours: [{ from: "10:00", to: "12:00" }] },
    });
    expect(firstMinuteOf(wednesday, { ...always, hours: short }, isHoliday)).toBe(600);
  });
});
