import { expect, it } from "vitest";
import { clockWords, dateWords } from "./date-words.ts";

it("says a moment in the specified format, on the building's own clock", () => {
  expect(dateWords("2026-01-02T03:05:00Z", "America/Bogota")).toBe("1 ene 2026 10:05 PM");
  expect(dateWords("2026-09-20T04:59:59Z", "America/Bogota")).toBe("19 sep 2026 11:59 PM");
  expect(dateWords("2026-08-20T22:00:00Z", "Europe/Madrid")).toBe("21 ago 2026 12:00 AM");
});

it("says an hour of a schedule likewise", () => {
  expect(["00:00", "06:00", "9:30", "12:00", "18:05", "24:00"].map(clockWords)).toEqual([
    "12:00 AM",
    "6:00 AM",
    "9:30 AM",
    "12:00 PM",
    "6:05 PM",
    "12:00 AM",
  ]);
});
