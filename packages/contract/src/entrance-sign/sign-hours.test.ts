import fc from "fast-check";
import { expect, it } from "vitest";
import { ringsAt } from "./sign-hours.ts";

const DAY = 24 * 60;
const time = fc.integer({ min: 0, max: DAY - 1 });
const words = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

it("rings from its first minute until before its last, past midnight too", () => {
  expect([359, 360, 1319, 1320].map((minute) => ringsAt({ from: "06:00", to: "22:00" }, minute))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([119, 120, 1199, 1200].map((minute) => ringsAt({ from: "20:00", to: "02:00" }, minute))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it("rings in one of two halves of a day that have the same ends, or all day", () => {
  fc.assert(
    fc.property(time, time, time, (from, to, minute) => {
      const one = ringsAt({ from: words(from), to: words(to) }, minute);
      const other = ringsAt({ from: words(to), to: words(from) }, minute);
      expect(from === to ? one && other : one !== other).toBe(true);
    }),
  );
});
