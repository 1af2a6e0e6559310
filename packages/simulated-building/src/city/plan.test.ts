import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { A_DAY, deedKinds, expectedInHour } from "./day-curve.ts";
import { deedsOfBuilding, deedsOfHour, type Size } from "./plan.ts";

const size: Size = { seed: 7, buildings: 3, homes: 4, doors: 2 };

describe("the day of a building", () => {
  it.each(deedKinds)("has as much of %s as a day is said to have, and most of it by day", (kind) => {
    const hours = Array.from({ length: 24 }, (_, hour) => expectedInHour(kind, hour));
    expect(hours.reduce((sum, share) => sum + share, 0)).toBeCloseTo(A_DAY[kind], 6);
    const peak = Math.max(...hours);
    expect(hours.slice(0, 5).every((share) => share < peak / 4)).toBe(true);
  });

  it("goes out in the morning, a little at noon, and comes back in the evening", () => {
    const at = (hour: number) => expectedInHour("swipe", hour);
    expect(at(7)).toBeGreaterThan(at(10));
    expect(at(12)).toBeGreaterThan(at(10));
    expect(at(18)).toBeGreaterThan(at(15));
    expect(at(12)).toBeLessThan(at(18));
  });
});

describe("the plan of a city", () => {
  it("is the same for the same seed, in order, within its hour, and of people and doors that there are", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 200 }), (seed, hour) => {
        const deeds = deedsOfHour({ ...size, seed }, hour);
        expect(deedsOfHour({ ...size, seed }, hour)).toEqual(deeds);
        expect(deeds.toSorted((one, other) => one.atMinute - other.atMinute)).toEqual(deeds);
        for (const { atMinute, building, home, door } of deeds) {
          expect(Math.floor(atMinute / 60)).toBe(hour);
          expect([building < 3, home < 4, door < 2]).toEqual([true, true, true]);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("does not change for a building because there are more", () => {
    const own = deedsOfHour({ ...size, buildings: 20 }, 18).filter(({ building }) => building === 2);
    expect(own).toEqual(deedsOfBuilding(size, 2, 18));
  });

  it("comes to what is expected over many days", () => {
    const days = 400;
    let swipes = 0;
    for (let hour = 0; hour < 24 * days; hour += 1) {
      swipes += deedsOfBuilding(size, 0, hour).filter(({ kind }) => kind === "swipe").length;
    }
    expect(Math.abs(swipes / days / size.homes / A_DAY.swipe - 1)).toBeLessThan(0.05);
  });
});
