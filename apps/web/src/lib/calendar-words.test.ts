import { expect, test } from "vitest";
import { longDay, monthWords } from "./calendar-words.ts";

test("a month is written out with its year", () => {
  expect(monthWords("2026-01")).toBe("enero de 2026");
  expect(monthWords("2026-11")).toBe("noviembre de 2026");
});

test("a day is said with what day of the week it is", () => {
  expect(longDay("2027-01-01")).toBe("viernes 1 ene 2027");
  expect(longDay("2026-12-20")).toBe("domingo 20 dic 2026");
  expect(longDay("2026-12-26")).toBe("sábado 26 dic 2026");
});
