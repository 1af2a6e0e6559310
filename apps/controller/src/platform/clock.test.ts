import { expect, it, vi } from "vitest";
import { FakeClock } from "../../testing/fake-clock.ts";
import { guarded, systemClock } from "./clock.ts";
import { makeLog } from "./log.ts";

it("counts the time that the machine slept, and does not mind a coarse uptime", () => {
  let awake = 5000;
  let uptime = 900_000;
  const clock = systemClock({ awakeMs: () => awake, uptimeMs: () => Math.floor(uptime / 1000) * 1000 });
  expect(clock.now()).toBe(5000);
  awake += 700;
  uptime += 700;
  expect(clock.now()).toBe(5700);
  // The lid is closed for a minute, after what runs was frozen.
  awake += 1;
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

it("goes on when what a timer was to do fails, at once or later, and says so", async () => {
  const fake = new FakeClock();
  const log = makeLog("silent");
  const said = vi.spyOn(log, "error");
  const clock = guarded(fake, log);
  const done: string[] = [];
  clock.after(1, () => {
    throw new Error("at once");
  });
  clock.after(2, () => Promise.reject(new Error("later")));
  clock.after(3, () => done.push("the next"));
  clock.after(4, () => done.push("cancelled"))();
  await fake.push(10);
  expect(done).toEqual(["the next"]);
  expect(said.mock.calls).toMatchObject(
    ["at once", "later"].map((message) => [{ err: { message } }, expect.any(String)]),
  );
});
