import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StallWatch } from "./stall-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function newWatch() {
  const there = { is: false };
  const clock = { steadyMs: () => Date.now() };
  const watch = new StallWatch(clock, () => there.is);
  watch.start();
  /** By how much what comes now may count as older than it is, at most, over the next seconds. */
  const slack = async (seconds: number) => {
    const seen: number[] = [];
    for (let tick = 0; tick < seconds * 100; tick += 1) {
      await vi.advanceTimersByTimeAsync(10);
      seen.push(Date.now() - cameAtUnheard(watch));
    }
    return Math.max(...seen);
  };
  return { there, watch, slack };
}

/** As `cameAt`, by nobody who would keep it awake. */
function cameAtUnheard(watch: StallWatch): number {
  const heard = vi.spyOn(watch, "somebodyCame").mockReturnValue();
  const at = watch.cameAt();
  heard.mockRestore();
  return at;
}

describe("how finely a stall is known", () => {
  it("is coarser while nobody asks for anything, and coarsest where nobody is there who could", async () => {
    const { there, watch, slack } = newWatch();
    watch.cameAt();
    there.is = true;
    await vi.advanceTimersByTimeAsync(9000);
    expect(await slack(0.5)).toBeLessThanOrEqual(60);
    await vi.advanceTimersByTimeAsync(1000);
    const known = await slack(1);
    expect(known).toBeGreaterThan(200);
    expect(known).toBeLessThanOrEqual(260);
    there.is = false;
    await vi.advanceTimersByTimeAsync(1000);
    const hardlyKnown = await slack(2);
    expect(hardlyKnown).toBeGreaterThan(900);
    expect(hardlyKnown).toBeLessThanOrEqual(1010);
    watch.stop();
  });

  it("is fine again with the line that somebody opens, before they ask", async () => {
    const { watch, slack } = newWatch();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await slack(1)).toBeGreaterThan(900);
    watch.somebodyCame();
    await vi.advanceTimersByTimeAsync(50);
    expect(await slack(0.5)).toBeLessThanOrEqual(60);
    watch.stop();
  });

  it("makes what came through a stall as old as the stall", async () => {
    const { watch } = newWatch();
    watch.cameAt();
    await vi.advanceTimersByTimeAsync(1000);
    const before = Date.now();
    vi.setSystemTime(before + 5000);
    expect(watch.cameAt()).toBeLessThanOrEqual(before);
    watch.stop();
  });
});
