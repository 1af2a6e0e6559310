import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithinWeek, LocalClock } from "../lib/weekly-hours.ts";
import { NoticeRule } from "./notice-rules.contract.ts";
import { isNews, isWanted, NOTICE_MS } from "./wanted.ts";

const bogota = new LocalClock("America/Bogota");
const at = (iso: string, clock = bogota) => clock.read(new Date(iso));
const schoolNight = { days: [1, 2, 3, 4, 5], from: "22:00", to: "02:00" };

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const hours = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    from: time,
    to: time,
  }),
  { maxLength: 4 },
);
const moment = fc
  .tuple(
    fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }),
    fc.constantFrom("America/Bogota", "Europe/Madrid", "Pacific/Auckland"),
  )
  .map(([date, zone]) => new LocalClock(zone).read(date));

describe("what somebody wants to be told of", () => {
  it("goes beyond midnight and beyond Friday, by the building's own clock", () => {
    const rule = { tells: "every", hours: [schoolNight] } as const;
    // Friday 10 PM in Bogotá is Saturday in London.
    expect(isWanted(rule, false, at("2026-11-21T03:00:00Z"))).toBe(true);
    expect(isWanted(rule, false, at("2026-11-21T06:59:00Z"))).toBe(true);
    expect(isWanted(rule, false, at("2026-11-21T07:00:00Z"))).toBe(false);
    expect(isWanted(rule, false, at("2026-11-22T03:00:00Z"))).toBe(false);
    expect(isWanted(rule, false, at("2026-11-21T03:00:00Z", new LocalClock("Europe/London")))).toBe(false);
  });

  it("is within its hours and never outside, of the first alone where that was chosen, and never without a wish", () => {
    fc.assert(
      fc.property(hours, fc.boolean(), moment, (week, isFirst, now) => {
        const isInTime = week.length === 0 || isWithinWeek(week, now);
        expect(isWanted({ tells: "every", hours: week }, isFirst, now)).toBe(isInTime);
        expect(isWanted({ tells: "first", hours: week }, isFirst, now)).toBe(isInTime && isFirst);
        expect(isWanted({ tells: "no", hours: week }, isFirst, now)).toBe(false);
      }),
    );
  });

  it("is news for half an hour", () => {
    const now = new Date("2026-11-20T12:00:00Z");
    expect(isNews(new Date(now.getTime() - NOTICE_MS + 1), now)).toBe(true);
    expect(isNews(new Date(now.getTime() - NOTICE_MS), now)).toBe(false);
    expect(isNews(new Date(now.getTime() + 1000), now)).toBe(true);
  });

  it("is the first of a pass, and of nothing else", () => {
    expect(NoticeRule.safeParse({ kind: "guests", tells: "first", hours: [] }).success).toBe(true);
    expect(NoticeRule.safeParse({ kind: "doors", tells: "first", hours: [] }).success).toBe(false);
    expect(NoticeRule.safeParse({ kind: "arrivals", tells: "first", hours: [] }).success).toBe(false);
  });
});
