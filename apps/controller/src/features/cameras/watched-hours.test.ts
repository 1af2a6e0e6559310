import { describe, expect, it } from "vitest";
import { isWatched, LocalWeek } from "./watched-hours.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const bogota = new LocalWeek("America/Bogota");
const at = (time: string, week = bogota) => week.minuteOf(new Date(time));

describe("the building's own week", () => {
  it("begins on Monday by the building's clock, and not by the machine's", () => {
    // A Monday at 03:00 in London is still Sunday in Bogotá.
    expect(at("2026-07-13T03:00:00Z")).toBe(6 * 1440 + 22 * 60);
    expect(at("2026-07-13T03:00:00Z", new LocalWeek("UTC"))).toBe(3 * 60);
    expect(at("2026-07-13T05:00:00Z")).toBe(0);
  });

  it("follows the clocks of a place that sets them forward", () => {
    const madrid = new LocalWeek("Europe/Madrid");
    expect(at("2026-03-29T00:59:00Z", madrid)).toBe(6 * 1440 + 119);
    expect(at("2026-03-29T01:00:00Z", madrid)).toBe(6 * 1440 + 180);
  });
});

describe("watched hours", () => {
  it("include their first minute and not their last", () => {
    const hours = [{ days: [2], from: "08:00", to: "18:30" }];
    // A Tuesday, five hours behind.
    expect(isWatched(hours, at("2026-07-14T12:59:59Z"))).toBe(false);
    expect(isWatched(hours, at("2026-07-14T13:00:00Z"))).toBe(true);
    expect(isWatched(hours, at("2026-07-14T23:29:59Z"))).toBe(true);
    expect(isWatched(hours, at("2026-07-14T23:30:00Z"))).toBe(false);
    expect(isWatched(hours, at("2026-07-15T15:00:00Z"))).toBe(false);
  });

  it("go on over midnight into the next day, and over Sunday into Monday", () => {
    const sundayNight = [{ days: [7], from: "22:00", to: "05:00" }];
    expect(isWatched(sundayNight, at("2026-07-13T02:59:00Z"))).toBe(false);
    expect(isWatched(sundayNight, at("2026-07-13T03:00:00Z"))).toBe(true);
    expect(isWatched(sundayNight, at("2026-07-13T09:59:00Z"))).toBe(true);
    expect(isWatched(sundayNight, at("2026-07-13T10:00:00Z"))).toBe(false);
    // Saturday's night is not one of them.
    expect(isWatched(sundayNight, at("2026-07-12T09:00:00Z"))).toBe(false);
  });

  it("are a whole day when they end as they begin, and never without any", () => {
    const always = [{ days: EVERY_DAY, from: "00:00", to: "00:00" }];
    const minutes = Array.from({ length: 7 * 1440 }, (_, minute) => minute);
    expect(minutes.every((minute) => isWatched(always, minute))).toBe(true);
    const fromSix = [{ days: [1], from: "06:00", to: "06:00" }];
    expect(minutes.filter((minute) => isWatched(fromSix, minute))).toHaveLength(1440);
    expect(minutes.some((minute) => isWatched([], minute))).toBe(false);
  });
});
