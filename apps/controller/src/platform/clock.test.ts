import { expect, it } from "vitest";
import { systemClock } from "./clock.ts";

it("counts the time that the machine slept, and does not mind a coarse uptime", () => {
  let awake = 5000;
  let uptime = 900_000;
  const clock = systemClock({ awakeMs: () => awake, uptimeMs: () => Math.floor(uptime / 1000) * 1000 });
  expect(clock.now()).toBe(5000);
  awake += 700;
  uptime += 700;
  expect(clock.now()).toBe(5700);
  // The lid is closed for a minute.
  uptime += 60_000;
  expect(clock.now()).toBeGreaterThanOrEqual(5700 + 59_000);
  const woken = clock.now();
  awake += 100;
  uptime += 100;
  expect(clock.now()).toBe(woken + 100);
});

it("only goes forwards", () => {
  const clock = systemClock();
  let last = clock.now();
  for (let count = 0; count < 1000; count += 1) {
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
  }
});
