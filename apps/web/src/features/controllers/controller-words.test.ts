import { expect, it } from "vitest";
import { durationWords } from "./controller-words.ts";

it("tells a time by its two largest parts", () => {
  expect([45_900, 61_000, 7_500_000, 86_400_000, 273_600_000].map(durationWords)).toEqual([
    "45 s",
    "1 min",
    "2 h 5 min",
    "1 día 0 h",
    "3 días 4 h",
  ]);
});
