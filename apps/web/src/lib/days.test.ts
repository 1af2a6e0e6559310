import { expect, test } from "vitest";
import { daysOf } from "./days.ts";

// Early on the twentieth in Bogotá.
const now = new Date("2026-11-20T06:00:00Z");
const titles = (...moments: { at: string; timeZone?: string }[]) =>
  daysOf(moments, (moment) => moment, now).map(({ title, items }) => [title, items.length]);

test("what happened stands under its day, the newest first or the oldest", () => {
  const moments = [
    "2026-11-20T05:30:00Z",
    "2026-11-20T05:00:00Z",
    "2026-11-20T04:59:59Z",
    "2026-11-18T20:00:00Z",
  ];
  const days = titles(...moments.map((at) => ({ at })));
  expect(days).toEqual([
    ["Hoy", 2],
    ["Ayer", 1],
    ["18 nov 2026", 1],
  ]);
  expect(titles(...moments.toReversed().map((at) => ({ at })))).toEqual(days.toReversed());
  expect(titles()).toEqual([]);
});

test("each building's day is told by its own clock, and no order is changed for it", () => {
  const days = daysOf(
    [
      { at: "2026-11-20T05:30:00Z", timeZone: "America/Bogota" },
      { at: "2026-11-20T05:20:00Z", timeZone: "America/Los_Angeles" },
      { at: "2026-11-20T05:10:00Z", timeZone: "America/Bogota" },
    ],
    (moment) => moment,
    new Date("2026-11-20T09:00:00Z"),
  );
  expect(days.map(({ title }) => title)).toEqual(["Hoy", "Ayer", "Hoy"]);
  expect(new Set(days.map(({ key }) => key)).size).toBe(3);
});
