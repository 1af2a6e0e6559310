import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PressClock, READ_EVERY_MS } from "./press-clock.ts";

/** The server's clock against this device's. */
const AHEAD = 5_000_000;

function newClock() {
  let tripMs = 0;
  let isAway = false;
  let reads = 0;
  const clock = new PressClock({
    steadyMs: () => performance.now(),
    read: async () => {
      reads += 1;
      if (isAway) {
        throw new Error("no line");
      }
      await new Promise((resolve) => setTimeout(resolve, tripMs / 2));
      const steadyMs = performance.now() + AHEAD;
      await new Promise((resolve) => setTimeout(resolve, tripMs / 2));
      return steadyMs;
    },
  });
  return {
    clock,
    reads: () => reads,
    takes: (ms: number) => {
      tripMs = ms;
    },
    goesAway: () => {
      isAway = true;
    },
  };
}

describe("the server's clock, for presses", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is read while somebody may press, and not otherwise", async () => {
    const { clock, reads } = newClock();
    expect(clock.onServersClock(performance.now())).toBeUndefined();
    const [one, other] = [clock.watch(), clock.watch()];
    await vi.advanceTimersByTimeAsync(READ_EVERY_MS);
    expect(reads()).toBe(2);
    one();
    await vi.advanceTimersByTimeAsync(READ_EVERY_MS);
    expect(reads()).toBe(3);
    other();
    await vi.advanceTimersByTimeAsync(10 * READ_EVERY_MS);
    expect(reads()).toBe(3);
  });

  it("makes a press older by what it may be wrong by, never younger", async () => {
    const { clock, takes } = newClock();
    takes(400);
    clock.watch();
    await vi.advanceTimersByTimeAsync(400);
    const now = performance.now();
    const said = clock.onServersClock(now) ?? Number.NaN;
    expect(said).toBeLessThanOrEqual(now + AHEAD);
    expect(said).toBeGreaterThanOrEqual(now + AHEAD - 201);
  });

  it("goes on by what it knows while the server is silent, and is unknown on another line", async () => {
    const { clock, goesAway } = newClock();
    clock.watch();
    await vi.advanceTimersByTimeAsync(0);
    goesAway();
    await vi.advanceTimersByTimeAsync(60_000);
    const now = performance.now();
    // A minute of two quartz clocks.
    expect(clock.onServersClock(now)).toBeCloseTo(now + AHEAD, -2);
    clock.reconnected();
    await vi.advanceTimersByTimeAsync(0);
    expect(clock.onServersClock(now)).toBeUndefined();
  });

  it("does not take a reading of an earlier line for one of this", async () => {
    const { clock, takes } = newClock();
    takes(2000);
    clock.watch();
    await vi.advanceTimersByTimeAsync(1000);
    takes(60_000);
    clock.reconnected();
    await vi.advanceTimersByTimeAsync(2000);
    expect(clock.onServersClock(performance.now())).toBeUndefined();
  });
});
