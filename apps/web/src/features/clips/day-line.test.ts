import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter, isDay, markOfKey, nearestTo, pathOf, shareOf } from "./day-line.ts";

const day = { from: "2026-11-20T05:00:00.000Z", to: "2026-11-21T05:00:00.000Z" };
const mark = (at: string) => ({ id: at, at, cause: "opening" as const, hasClip: false });
const marks = ["2026-11-20T11:00:00.000Z", "2026-11-20T17:00:00.000Z", "2026-11-20T17:00:10.000Z"].map(mark);

describe("the line of a day", () => {
  it("has each moment in its place, and nothing beyond its ends", () => {
    expect(shareOf(day.from, day)).toBe(0);
    expect(shareOf("2026-11-20T17:00:00.000Z", day)).toBe(0.5);
    expect(shareOf("2026-11-22T17:00:00.000Z", day)).toBe(1);
    expect(pathOf(marks.slice(0, 2), day, { top: 4, height: 20 })).toBe("M250.0 4v20M500.0 4v20");
  });

  it("leads to the nearest mark, wherever it is touched", () => {
    expect(nearestTo(0, { ...day, marks })).toBe(0);
    expect(nearestTo(0.4, { ...day, marks })).toBe(1);
    expect(nearestTo(1, { ...day, marks })).toBe(2);
    expect(nearestTo(0.5, { ...day, marks: [] })).toBe(-1);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        const far = (index: number) => Math.abs(shareOf(marks[index]?.at ?? "", day) - share);
        const nearest = nearestTo(share, { ...day, marks });
        expect(marks.every((_, index) => far(nearest) <= far(index))).toBe(true);
      }),
    );
  });

  it("is walked along with keys, and not beyond its ends", () => {
    expect(markOfKey("ArrowRight", 0, 3)).toBe(1);
    expect(markOfKey("ArrowRight", 2, 3)).toBe(2);
    expect(markOfKey("ArrowLeft", 0, 3)).toBe(0);
    expect(markOfKey("End", 0, 3)).toBe(2);
    expect(markOfKey("PageDown", 2, 3)).toBe(0);
    expect(markOfKey("a", 0, 3)).toBeNull();
  });

  it("knows the days beside its own, and what is no day", () => {
    expect(dayAfter("2026-02-28", 1)).toBe("2026-03-01");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
    expect([isDay("2026-11-20"), isDay("ayer"), isDay("2026-13-40"), isDay(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
