import { expect, it } from "vitest";
import {
  dayOf,
  dayTitle,
  endOfDay,
  formatDate,
  formatMoment,
  formatSeconds,
  formatTime,
  localTimeOf,
  momentOf,
  sayTime,
} from "./dates.ts";

it("writes dates in Spanish and in the building's time zone", () => {
  expect(formatDate("2026-01-02T03:05:00Z")).toBe("1 ene 2026 10:05 PM");
  expect(formatDate("2026-08-20T15:05:00Z", "Europe/Madrid")).toBe("20 ago 2026 5:05 PM");
  expect(sayTime("2026-01-02T15:42:00Z")).toBe("las 10:42 AM");
  expect(sayTime("2026-01-02T18:05:00Z")).toBe("la 1:05 PM");
});

it("knows where a day ends in a building, and which day a moment is there", () => {
  expect(endOfDay("2026-11-20")).toBe("2026-11-21T04:59:59.999Z");
  expect(endOfDay("2026-03-29", "Europe/Madrid")).toBe("2026-03-29T21:59:59.999Z");
  expect(dayOf(endOfDay("2026-11-20"))).toBe("2026-11-20");
  expect(dayOf("2026-11-21T04:59:59.999Z", "Europe/Madrid")).toBe("2026-11-21");
});

it("names a day as people do, on the building's calendar", () => {
  const now = new Date("2026-11-21T04:30:00Z");
  expect(dayTitle("2026-11-20T05:00:00Z", now)).toBe("Hoy");
  expect(dayTitle("2026-11-20T04:59:59Z", now)).toBe("Ayer");
  expect(dayTitle("2026-11-19T04:59:59Z", now)).toBe("18 nov 2026");
  expect(dayTitle("2026-11-20T22:59:59Z", now, "Europe/Madrid")).toBe("Ayer");
  expect(formatMoment("2026-11-20T05:00:00Z", now)).toBe("12:00 AM");
  expect(formatMoment("2026-11-20T04:59:59Z", now)).toBe("19 nov 2026 11:59 PM");
  expect(formatTime("2026-11-20T20:05:00Z")).toBe("3:05 PM");
  expect(formatSeconds("2026-11-20T05:05:09Z")).toBe("12:05:09 AM");
});

it("reads and writes a field of date and time on the building's clock", () => {
  expect(momentOf("2026-11-20T18:00")).toBe("2026-11-20T23:00:00.000Z");
  expect(momentOf("2026-08-20T18:00", "Europe/Madrid")).toBe("2026-08-20T16:00:00.000Z");
  expect(localTimeOf("2026-11-20T23:00:00.000Z")).toBe("2026-11-20T18:00");
  // An hour that no clock showed, and one that it showed twice.
  expect(momentOf("2026-03-29T02:30", "Europe/Madrid")).toBe("2026-03-29T01:30:00.000Z");
  expect(momentOf("2026-10-25T02:30", "Europe/Madrid")).toBe("2026-10-25T01:30:00.000Z");
  expect(momentOf("2026-03-29T03:30", "Europe/Madrid")).toBe("2026-03-29T01:30:00.000Z");
  expect(momentOf("2026-10-25T01:30", "Europe/Madrid")).toBe("2026-10-24T23:30:00.000Z");
  expect(momentOf("")).toBeNull();
  expect(momentOf("mañana")).toBeNull();
});
