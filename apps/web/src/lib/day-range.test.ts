import { expect, it } from "vitest";
import { areReversed, momentsOf } from "./day-range.ts";

it("begins with the first day and ends with the last, there", () => {
  expect(momentsOf({ first: "2026-11-20", last: "2026-11-21" }, "America/Bogota")).toEqual({
    from: "2026-11-20T05:00:00.000Z",
    to: "2026-11-22T05:00:00.000Z",
  });
});

it("knows days that are not 24 hours long", () => {
  expect(momentsOf({ first: "2026-03-29", last: "2026-03-29" }, "Europe/Madrid")).toEqual({
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-29T22:00:00.000Z",
  });
});

it("says nothing of what is no day", () => {
  expect(momentsOf({ first: "", last: "20/11/2026" })).toEqual({});
  expect(momentsOf({ first: "2026-11-20", last: "" })).toEqual({ from: "2026-11-20T05:00:00.000Z" });
  expect(momentsOf({ first: "0002-11-20", last: "" })).toEqual({});
});

it("leaves out a last day before the first", () => {
  const reversed = { first: "2026-11-20", last: "2026-11-19" };
  expect(areReversed(reversed)).toBe(true);
  expect(momentsOf(reversed)).toEqual({ from: "2026-11-20T05:00:00.000Z" });
});

it("calls no day reversed that is alone, the same, or still being typed", () => {
  for (const last of ["", "2026-11-20", "0202-11-20", "ayer"]) {
    expect(areReversed({ first: "2026-11-20", last }), last).toBe(false);
  }
});
