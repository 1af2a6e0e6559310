import { describe, expect, it } from "vitest";
import { isWithinWeek, LocalClock } from "./weekly-hours.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const bogota = new LocalClock("America/Bogota");
const at = (time: string, wall = bogota) => wall.read(new Date(time));

describe("the clock on a building's wall", () => {
  it("shows the day and the hour of the building, and not the machine's", () => {
    // A Monday at 03:00 in London is still Sunday in Bogotá.
    expect(at("2026-07-13T03:00:00Z")).toEqual({ weekday: 7, day: "2026-07-12", minute: 22 * 60 });
    expect(at("2026-07-13T03:00:00Z", new LocalClock("UTC"))).toMatchObject({ weekday: 1, minute: 3 * 60 });
    expect(at("2026-07-13T05:00:00Z")).toEqual({ weekday: 1, day: "2026-07-13", minute: 0 });
  });

  it("follows the clocks of a place that sets them forward", () => {
    const madrid = new LocalClock("Europe/Madrid");
    expect(at("2026-03-29T00:59:00Z", madrid)).toMatchObject({ weekday: 7, minute: 119 });
    expect(at("2026-03-29T01:00:00Z", madrid)).toMatchObject({ weekday: 7, minute: 180 });
  });
});

describe("weekly hours", () => {
  it("include their first minute and not their last", () => {
    const hours = [{ days: [2], from: "08:00", to: "18:30" }];
    // A Tuesday, five hours behind.
    expect(isWithinWeek(hours, at("2026-07-14T12:59:59Z"))).toBe(false);
    expect(isWithinWeek(hours, at("2026-07-14T13:00:00Z"))).toBe(true);
    expect(isWithinWeek(hours, at("2026-07-14T23:29:59Z"))).toBe(true);
    expect(isWithinWeek(hours, at("2026-07-14T23:30:00Z"))).toBe(false);
    expect(isWithinWeek(hours, at("2026-07-15T15:00:00Z"))).toBe(false);
  });

  it("go on over midnight into the next day, and over Sunday into Monday", () => {
    const sundayNight = [{ days: [7], from: "22:00", to: "05:00" }];
    expect(isWithinWeek(sundayNight, at("2026-07-13T02:59:00Z"))).toBe(false);
    expect(isWithinWeek(sundayNight, at("2026-07-13T03:00:00Z"))).toBe(true);
    expect(isWithinWeek(sundayNight, at("2026-07-13T09:59:00Z"))).toBe(true);
    expect(isWithinWeek(sundayNight, at("2026-07-13T10:00:00Z"))).toBe(false);
    // Saturday's night is not one of them.
    expect(isWithinWeek(sundayNight, at("2026-07-12T09:00:00Z"))).toBe(false);
  });

  it("are a whole day when they end as they begin, and never without any", () => {
    const minutes = Array.from({ length: 7 * 1440 }, (_, minute) => ({
      weekday: Math.floor(minute / 1440) + 1,
      day: `2026-07-${13 + Math.floor(minute / 1440)}`,
      minute: minute % 1440,
    }));
    const always = [{ days: EVERY_DAY, from: "00:00", to: "00:00" }];
    expect(minutes.every((moment) => isWithinWeek(always, moment))).toBe(true);
    const fromSix = [{ days: [1], from: "06:00", to: "06:00" }];
    expect(minutes.filter((moment) => isWithinWeek(fromSix, moment))).toHaveLength(1440);
    expect(minutes.some((moment) => isWithinWeek([], moment))).toBe(false);
  });
});
