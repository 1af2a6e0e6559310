import { expect, test } from "vitest";
import { latestMonths, lengthWords } from "./report-words.ts";

test("the months of a year are chosen from, the latest first, over the turn of a year", () => {
  expect(latestMonths("2026-01-31").slice(0, 3)).toEqual(["2026-01", "2025-12", "2025-11"]);
  expect(latestMonths("2026-03-31")).toHaveLength(13);
  expect(latestMonths("2026-03-31").at(-1)).toBe("2025-03");
});

test("how long is said in the two units that matter", () => {
  expect([0, 45, 60, 200, 1440, 1500, 4320].map(lengthWords)).toEqual([
    "0 min",
    "45 min",
    "1 h",
    "3 h 20 min",
    "1 día",
    "1 día y 1 h",
    "3 días",
  ]);
});
