import { expect, it } from "vitest";
import { Ceilings } from "./ceilings.ts";

it("holds each asker to so many at once, so many in a burst and so many a second", () => {
  let now = 0;
  const ceilings = new Ceilings({ atOnce: 2, perSecond: 10, burst: 4 }, () => now);
  const [one, two] = [ceilings.enter("a"), ceilings.enter("a")];
  expect(ceilings.enter("a")).toBeUndefined();
  expect(ceilings.enter("b")).toBeDefined();
  one?.();
  two?.();
  ceilings.enter("a")?.();
  ceilings.enter("a")?.();
  expect(ceilings.enter("a")).toBeUndefined();
  now += 99;
  expect(ceilings.enter("a")).toBeUndefined();
  now += 1;
  ceilings.enter("a")?.();
  expect(ceilings.enter("a")).toBeUndefined();
  // Quiet is saved up to one burst and no further, also for who was forgotten meanwhile.
  now += 60_000;
  for (let other = 0; other < 1000; other += 1) {
    ceilings.enter(`other ${other}`)?.();
  }
  const passed = Array.from({ length: 6 }, () => {
    const leave = ceilings.enter("a");
    leave?.();
    return leave !== undefined;
  });
  expect(passed).toEqual([true, true, true, true, false, false]);
});
