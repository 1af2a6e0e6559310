import { describe, expect, it } from "vitest";
import { archiveName, lastHour, surplusOf } from "./keeping.ts";

const at = (text: string): string => archiveName(new Date(text));
/** One archive a day at 3:00 of Colombia, newest last. */
const daily = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) =>
    archiveName(new Date(Date.parse(`${last}T08:00:00Z`) - (count - 1 - back) * 86_400_000)),
  );
const kept = (names: readonly string[], rules: { days: number; weeks: number; months: number }) => {
  const surplus = new Set(surplusOf(names, rules));
  return names.filter((name) => !surplus.has(name)).map((name) => name.slice(7, 15));
};

describe("what is kept of many backups", () => {
  it("is the newest of each of so many days, weeks and months", () => {
    const year = daily("2026-11-23", 400);
    expect(kept(year, { days: 3, weeks: 0, months: 0 })).toEqual(["20261121", "20261122", "20261123"]);
    // 2026-11-23 is a Monday: the weeks before end on Sundays.
    expect(kept(year, { days: 1, weeks: 3, months: 0 })).toEqual(["20261115", "20261122", "20261123"]);
    expect(kept(year, { days: 1, weeks: 0, months: 3 })).toEqual(["20260930", "20261031", "20261123"]);
    expect(kept(year, { days: 7, weeks: 4, months: 12 })).toHaveLength(7 + 3 + 11 - 1);
  });

  it("counts days that have one, so that a long pause lets nothing go", () => {
    const old = daily("2020-01-31", 7);
    expect(kept([...old, at("2026-11-23T08:00:00Z")], { days: 8, weeks: 0, months: 0 })).toHaveLength(8);
  });

  it("keeps the last of a day, by Colombia's midnight", () => {
    const names = ["2026-11-22T08:00:00Z", "2026-11-23T04:59:59Z", "2026-11-23T05:00:00Z"].map(at);
    expect(surplusOf(names, { days: 7, weeks: 0, months: 0 })).toEqual([at("2026-11-22T08:00:00Z")]);
  });

  it("never is nothing, and never somebody else's file", () => {
    const names = [
      at("2026-11-23T08:00:00Z"),
      "umbral.backup",
      "notas.txt",
      `${at("2026-11-23T08:00:00Z")}.gz`,
    ];
    expect(surplusOf(names, { days: 0, weeks: 0, months: 0 })).toEqual([]);
  });
});

describe("the hour of a backup", () => {
  it("is Colombia's, today or yesterday", () => {
    expect(lastHour(3, new Date("2026-11-23T07:59:59Z")).toISOString()).toBe("2026-11-22T08:00:00.000Z");
    expect(lastHour(3, new Date("2026-11-23T08:00:00Z")).toISOString()).toBe("2026-11-23T08:00:00.000Z");
    expect(lastHour(22, new Date("2026-11-23T02:00:00Z")).toISOString()).toBe("2026-11-22T03:00:00.000Z");
    expect(lastHour(22, new Date("2026-11-23T03:30:00Z")).toISOString()).toBe("2026-11-23T03:00:00.000Z");
  });
});
