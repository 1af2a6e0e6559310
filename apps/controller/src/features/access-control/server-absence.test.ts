import { expect, it } from "vitest";
import { ServerAbsence } from "./server-absence.ts";

const DAY = 24 * 3_600_000;

it("counts from when the server was last heard", () => {
  const absence = new ServerAbsence(0, 1000);
  expect(absence.at(1000 + DAY)).toBe(DAY);
  absence.hear(1000 + DAY);
  expect(absence.at(1000 + 3 * DAY)).toBe(2 * DAY);
});

it("goes on counting in the next process, and leaves out the time without power", () => {
  const first = new ServerAbsence(0, 0);
  const kept = first.at(20 * DAY);
  // Its own clock begins anew, however long there was no power.
  const second = new ServerAbsence(kept, 7);
  expect(second.at(7 + 11 * DAY)).toBe(31 * DAY);
  second.hear(7 + 12 * DAY);
  expect(second.at(7 + 13 * DAY)).toBe(DAY);
});
