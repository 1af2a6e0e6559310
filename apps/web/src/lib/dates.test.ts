import { expect, it } from "vitest";
import { formatClock, formatDate } from "./dates.ts";

it("writes dates in Spanish and in the building's time zone", () => {
  expect(formatDate("2026-01-02T03:05:00Z")).toBe("1 ene 2026 10:05 PM");
  expect(formatDate("2026-08-20T15:05:00Z", "Europe/Madrid")).toBe("20 ago 2026 5:05 PM");
  expect(formatClock("2026-01-02T15:42:00Z")).toBe("10:42");
});
