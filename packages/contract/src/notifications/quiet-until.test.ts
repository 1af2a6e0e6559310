import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithinWeek, LocalClock } from "../lib/weekly-hours.ts";
import { QuietHours } from "./quiet-hours.contract.ts";
import { quietUntil } from "./quiet-until.ts";

const night = { days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:30", timeZone: "America/Bogota" };
const until = (at: string, hours: QuietHours = night) => quietUntil(hours, new Date(at))?.toISOString();

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const hours = (zone: fc.Arbitrary<string>) =>
  fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      from: time,
      to: time,
      timeZone: zone,
    })
    .filter(({ from, to }) => from !== to);
const moment = fc.date({
  min: new Date("2026-01-01T00:00:00Z"),
  max: new Date("2027-12-31T00:00:00Z"),
  noInvalidDate: true,
});
const isQuiet = (quiet: QuietHours, at: Date) =>
  isWithinWeek([quiet], new LocalClock(quiet.timeZone).read(at));

describe("quiet hours", () => {
  it("last beyond midnight, by their own clock", () => {
    expect(until("2026-11-21T02:59:00Z")).toBeUndefined();
    expect(until("2026-11-21T03:00:00Z")).toBe("2026-11-21T11:30:00.000Z");
    expect(until("2026-11-21T11:29:59Z")).toBe("2026-11-21T11:30:00.000Z");
    expect(until("2026-11-21T11:30:00Z")).toBeUndefined();
    // Sunday's go on into Monday, which has none of its own.
    expect(until("2026-11-23T06:00:00Z", { ...night, days: [7] })).toBe("2026-11-23T11:30:00.000Z");
    expect(until("2026-11-24T06:00:00Z", { ...night, days: [7] })).toBeUndefined();
  });

  it("end when the wall says so in a night on which the clock is set", () => {
    const paris = { ...night, timeZone: "Europe/Paris" };
    expect(until("2026-03-28T22:00:00Z", paris)).toBe("2026-03-29T04:30:00.000Z");
    expect(until("2026-10-24T21:00:00Z", paris)).toBe("2026-10-25T05:30:00.000Z");
  });

  it("are over at their end and not a minute before, wherever", () => {
    const zone = fc.constantFrom("America/Bogota", "Asia/Kolkata", "America/Caracas", "UTC");
    fc.assert(
      fc.property(hours(zone), moment, (quiet, now) => {
        const end = quietUntil(quiet, now);
        expect(end !== null).toBe(isQuiet(quiet, now));
        if (end !== null) {
          expect(end.getTime()).toBeGreaterThan(now.getTime());
          expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
          expect(isQuiet(quiet, end)).toBe(false);
          expect(isQuiet(quiet, new Date(end.getTime() - 1))).toBe(true);
        }
      }),
    );
  });

  it("of a place that sets its clocks end within a day and an hour", () => {
    fc.assert(
      fc.property(hours(fc.constantFrom("Europe/Paris", "America/New_York")), moment, (quiet, now) => {
        const end = quietUntil(quiet, now)?.getTime() ?? now.getTime() + 1;
        expect(end).toBeGreaterThan(now.getTime());
        expect(end - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      }),
    );
  });

  it("are neither a whole day nor of a zone that no clock knows", () => {
    expect(QuietHours.safeParse(night).success).toBe(true);
    expect(QuietHours.safeParse({ ...night, to: night.from }).success).toBe(false);
    expect(QuietHours.safeParse({ ...night, timeZone: "Macondo" }).success).toBe(false);
  });
});
