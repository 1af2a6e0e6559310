import { expect, it } from "vitest";
import { linesOf, Tally } from "./tally.ts";

it("says what was done, refused and failed, how long it took, and whether that is good", () => {
  const tally = new Tally();
  expect(tally.isGood).toBe(false);
  for (let ms = 1; ms <= 100; ms += 1) {
    tally.note("press", { is: "done", ms });
  }
  tally.note("press", { is: "refused", why: "DOOR_TOO_OFTEN" });
  expect(tally.isGood).toBe(true);
  tally.note("call", { is: "failed", why: "nothing was heard" });
  tally.note("call", { is: "failed", why: "nothing was heard" });
  expect(tally.isGood).toBe(false);
  expect(linesOf(tally.report())).toEqual([
    "press-done: 100",
    "press-refused: 1",
    "press-failed: 0",
    "press-p50-ms: 50",
    "press-p95-ms: 95",
    "press-p99-ms: 99",
    "call-done: 0",
    "call-refused: 0",
    "call-failed: 2",
    "refused, press: DOOR_TOO_OFTEN: 1",
    "failed, call: nothing was heard: 2",
  ]);
});
