import { expect, it } from "vitest";
import { ExitPresses } from "./exit-presses.ts";

const SECOND = 1000;

it("a press opens once, however long it lasts, and a button held for half a minute is stuck", () => {
  const presses = new ExitPresses();
  expect(presses.press(0, true)).toBe(true);
  expect(presses.dueAt(0)).toBe(30 * SECOND);
  expect(presses.isStuck(29_999)).toBe(false);
  expect(presses.isStuck(30 * SECOND)).toBe(true);
  presses.release();
  expect(presses.isStuck(31 * SECOND)).toBe(false);
  expect(presses.dueAt(31 * SECOND)).toBeUndefined();
});

it("a button that nobody was seen to press opens nothing, and is stuck like any other", () => {
  const presses = new ExitPresses();
  expect(presses.press(0, false)).toBe(false);
  expect(presses.isStuck(30 * SECOND)).toBe(true);
});

it("a crowd that goes out opens each time; a wire that chatters opens every five seconds, and is told", () => {
  const crowd = new ExitPresses();
  for (let person = 0; person < 200; person += 1) {
    expect(crowd.press(person * 3 * SECOND, true)).toBe(true);
    crowd.release();
  }
  expect(crowd.isStuck(600 * SECOND)).toBe(false);

  const wire = new ExitPresses();
  let opened = 0;
  for (let touch = 0; touch < 600; touch += 1) {
    opened += wire.press(touch * 100, true) ? 1 : 0;
    wire.release();
  }
  // 29 as if they were people, then one each five seconds for the rest of the minute.
  expect(opened).toBe(29 + 11);
  expect(wire.isStuck(60 * SECOND)).toBe(true);
  const calmAt = wire.dueAt(60 * SECOND) ?? 0;
  expect(wire.isStuck(calmAt)).toBe(false);
  expect(wire.press(calmAt, true)).toBe(true);
});
