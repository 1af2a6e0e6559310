import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
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

  it("is read anew at once where a reading came back late, so that no fresh press is too old by it", async () => {
    const { clock, reads, takes } = newClock();
    takes(6000);
    clock.watch();
    await vi.advanceTimersByTimeAsync(5999);
    // The page was busy when the answer came, and is not any more.
    takes(20);
    await vi.advanceTimersByTimeAsync(1);
    const pressed = performance.now();
    expect(pressed + AHEAD - (clock.onServersClock(pressed) ?? 0)).toBeGreaterThan(ORDER_LIFETIME_MS);
    const surer = clock.surer();
    expect(surer).toBeInstanceOf(Promise);
    await vi.advanceTimersByTimeAsync(20);
    await surer;
    expect(pressed + AHEAD - (clock.onServersClock(pressed) ?? 0)).toBeLessThan(100);
    expect(clock.surer()).toBeUndefined();
    expect(reads()).toBe(3);
  });

  it("is read once more by itself where it is known badly, and not without end on a long way", async () => {
    const { clock, reads, takes } = newClock();
    takes(2000);
    clock.watch();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(reads()).toBe(2);
    // Of a press that would be young enough none waits.
    expect(clock.surer()).toBeUndefined();
    takes(100);
    await vi.advanceTimersByTimeAsync(READ_EVERY_MS);
    expect(reads()).toBe(3);
  });

  it("is waited for, while nothing is known yet, by a press that is old already", async () => {
    const { clock, takes } = newClock();
    takes(200);
    clock.watch();
    expect(clock.surer(100)).toBeUndefined();
    const surer = clock.surer(ORDER_LIFETIME_MS);
    expect(surer).toBeInstanceOf(Promise);
    await vi.advanceTimersByTimeAsync(200);
    await surer;
    expect(clock.onServersClock(performance.now())).toBeDefined();
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
