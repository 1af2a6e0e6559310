import { expect, it } from "vitest";
import { dayIn, daysFrom, titleOfDay } from "./visit-days.ts";

it("counts days over the ends of months and years, whatever clocks do there", () => {
  expect(daysFrom("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysFrom("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysFrom("2026-11-21", 0)).toBe("2026-11-21");
});

it("names a day as people do", () => {
  expect(titleOfDay(undefined, undefined)).toBe("Visitas de hoy");
  expect(titleOfDay("2026-12-31", "2027-01-01")).toBe("Visitas de ayer");
  expect(titleOfDay("2026-11-20", "2027-01-01")).toBe("Visitas del 20 nov 2026");
});

it("takes from an address what is a day, and nothing else", () => {
  expect(["2026-02-28", "2026-02-30", "2026-13-01", "ayer", ""].map(dayIn)).toEqual([
    "2026-02-28",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
