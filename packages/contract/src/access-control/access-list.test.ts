import { expect, it } from "vitest";
import { combineDigests, keyOfEntry, NO_ENTRIES } from "./access-list.ts";

it("a list's digest tells what stands in it, in whatever order it came", () => {
  const one = "1".repeat(64);
  const other = `0${"e".repeat(63)}`;
  const both = combineDigests(combineDigests(NO_ENTRIES, one), other);
  expect(combineDigests(combineDigests(NO_ENTRIES, other), one)).toBe(both);
  expect(both).toMatch(/^[0-9a-f]{64}$/);
  expect(combineDigests(both, other)).toBe(one);
  expect(combineDigests(one, one)).toBe(NO_ENTRIES);
});

it("a card is named by its tag, and whatever else by its kind and its own name", () => {
  const id = "0190a6f0-0000-7000-8000-000000000001";
  const span = { from: null, until: null };
  expect(keyOfEntry({ kind: "card", id, tag: "04A1B2C3", holderId: id, state: "active", ...span })).toBe(
    "card:04A1B2C3",
  );
  expect(keyOfEntry({ kind: "holiday", day: "2026-12-25" })).toBe("holiday:2026-12-25");
  expect(keyOfEntry({ kind: "building", offlineDays: 30 })).toBe("building");
  expect(keyOfEntry({ kind: "door", id, lockedUntil: null, freeUntil: null, freeScheduleId: null })).toBe(
    `door:${id}`,
  );
});
