import { expect, test } from "vitest";
import { type GivenCode, givenCodeIn } from "./given-code.ts";

const HOUR_MS = 3_600_000;
const end = Date.parse("2026-03-11T05:00:00.000Z");

/** Given so many hours before the end of its day, by a clock that is this much ahead. */
const givenAt = (hoursLeft: number, aheadHours = 0): GivenCode => ({
  code: "123456",
  buildingName: "Mirador",
  timeZone: "America/Bogota",
  expiresAt: new Date(end).toISOString(),
  givenAt: end + (aheadHours - hoursLeft) * HOUR_MS,
});
/** Is it shown so many hours after it was given, by the same clock? */
const isShown = (given: GivenCode, hours: number) =>
  givenCodeIn({ given }, new Date(given.givenAt + hours * HOUR_MS)) !== null;

test("a code is shown until the end of its day", () => {
  expect(isShown(givenAt(5), 4)).toBe(true);
  expect(isShown(givenAt(5), 5)).toBe(false);
});

test.each([
  ["ahead", 30],
  ["ahead", 1000],
  ["behind", -30],
  ["behind", -1000],
])("a clock that is far %s (%s h) neither takes the code away nor keeps it for ever", (_, aheadHours) => {
  const given = givenAt(5, aheadHours);
  expect(isShown(given, 0)).toBe(true);
  expect(isShown(given, 4)).toBe(true);
  expect(isShown(given, 25)).toBe(false);
});

test("what is no code is none", () => {
  expect(givenCodeIn(null, new Date())).toBeNull();
  expect(givenCodeIn({ given: { code: "123456" } }, new Date())).toBeNull();
});
