import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepQuality } from "./quality-keeper.ts";
import { READ_EVERY_MS } from "./video-quality.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const way = (lost: number) => [
  {
    type: "candidate-pair",
    nominated: true,
    availableOutgoingBitrate: 3_000_000,
    currentRoundTripTime: 0.05,
  },
  { type: "outbound-rtp", kind: "video", framesPerSecond: 30 },
  { type: "remote-inbound-rtp", kind: "video", fractionLost: lost, roundTripTime: 0.05 },
];

it("limits what is sent as the way goes, tells when it is weak and when no more, and stops", async () => {
  let lost = 0;
  const limits: number[] = [];
  const told: boolean[] = [];
  const keeper = keepQuality({
    readStats: async () => way(lost),
    limit: async ({ scaleResolutionDownBy }) => void limits.push(scaleResolutionDownBy),
    onWeak: (isWeak) => told.push(isWeak),
  });
  keeper.start();
  const readings = (count: number) => vi.advanceTimersByTimeAsync(count * READ_EVERY_MS);
  await readings(3);
  expect([limits, told]).toEqual([[1.5, 1], []]);
  lost = 0.3;
  await readings(4);
  expect([limits.slice(2), told]).toEqual([[1.5, 2], [true]]);
  lost = 0;
  await readings(40);
  expect([limits.slice(4), told]).toEqual([
    [1.5, 1],
    [true, false],
  ]);
  keeper.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it("goes on after statistics that could not be read", async () => {
  const limits: number[] = [];
  let fails = true;
  const keeper = keepQuality({
    readStats: async () => {
      if (fails) {
        throw new Error("closed");
      }
      return way(0);
    },
    limit: async ({ maxFramerate }) => void limits.push(maxFramerate),
    onWeak: () => undefined,
  });
  keeper.start();
  await vi.advanceTimersByTimeAsync(READ_EVERY_MS);
  fails = false;
  await vi.advanceTimersByTimeAsync(READ_EVERY_MS);
  expect(limits).toEqual([25]);
  keeper.stop();
});
