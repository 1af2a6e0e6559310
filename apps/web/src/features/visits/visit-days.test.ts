import { expect, it } from "vitest";
import { daysFrom, nameOfDay } from "./visit-days.ts";

it("counts days over the ends of months and years, whatever clocks do there", () => {
  expect(daysFrom("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysFrom("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysFrom("2026-11-21", 0)).toBe("2026-11-21");
});

it("names a day in Spanish", () => {
  expect(nameOfDay("2026-11-20")).toBe("20 nov 2026");
});
