import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstQuality,
  nextQuality,
  type VideoQuality,
  videoSteps,
  type WayReading,
} from "./video-quality.ts";

const fine: WayReading = { lost: 0, roundTripMs: 40, availableBitrate: 3_000_000, framesPerSecond: 30 };
const unknown: WayReading = { lost: null, roundTripMs: null, availableBitrate: null, framesPerSecond: null };
const troubles = {
  lost: { ...fine, lost: 0.2 },
  slow: { ...fine, roundTripMs: 1500 },
  narrow: { ...fine, availableBitrate: 60_000 },
  overloaded: { ...fine, framesPerSecond: 1 },
};
const after = (readings: readonly WayReading[], first = firstQuality) => readings.reduce(nextQuality, first);
const times = (count: number, reading: WayReading) => Array.from({ length: count }, () => reading);
const best: VideoQuality = after(times(20, fine));

describe("the quality of the own picture", () => {
  it("begins small, says nothing of that, and is the best after a few seconds on a good way", () => {
    expect(firstQuality).toMatchObject({ step: 2, isWeak: false });
    expect(after(times(2, fine))).toMatchObject({ step: 0, isWeak: false });
  });

  it.each(Object.entries(troubles))("is lowered by a way that is %s, and told", (_name, reading) => {
    expect(after([reading], best).step).toBe(0);
    expect(after(times(2, reading), best)).toMatchObject({ step: 1, isWeak: true });
    expect(after(times(40, reading), best).step).toBe(videoSteps.length - 1);
  });

  it("comes back step by step, and is told of until it is", () => {
    const weak = after(times(4, troubles.lost), best);
    expect(weak).toMatchObject({ step: 2, isWeak: true });
    const steps = [1, 0].map((step) => {
      let now = weak;
      let readings = 0;
      while (now.step !== step) {
        expect(now.isWeak).toBe(true);
        now = nextQuality(now, fine);
        readings += 1;
      }
      return [now.isWeak, readings];
    });
    expect(steps).toEqual([
      [true, weak.patience],
      [false, weak.patience * 2],
    ]);
  });

  it("tries later each time that a step up did not hold, and forgets that when one holds for long", () => {
    const once = after(times(2, troubles.lost), best);
    const raised = after(times(once.patience, fine), once);
    const twice = after(times(2, troubles.lost), raised);
    expect(twice.patience).toBe(once.patience * 2);
    expect(after(times(200, fine), twice).patience).toBe(4);
  });

  it("stays as it is while nothing is known", () => {
    expect(after(times(50, unknown), best)).toMatchObject({ step: 0, isWeak: false });
  });
});

const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
const anyReading: fc.Arbitrary<WayReading> = fc.record({
  lost: share,
  roundTripMs: fc.option(fc.nat(3000), { nil: null }),
  availableBitrate: fc.option(fc.nat(4_000_000), { nil: null }),
  framesPerSecond: fc.option(fc.nat(60), { nil: null }),
});
const eachStep = (check: (before: VideoQuality, now: VideoQuality) => void, readings = anyReading) =>
  fc.assert(
    fc.property(fc.array(readings, { maxLength: 200 }), (all) => {
      let quality = firstQuality;
      for (const reading of all) {
        const now = nextQuality(quality, reading);
        check(quality, now);
        quality = now;
      }
    }),
  );

describe("whatever the way does", () => {
  it("the picture changes by one step at a time, and is told of only while it is lowered", () =>
    eachStep((before, now) => {
      expect(Math.abs(now.step - before.step)).toBeLessThanOrEqual(1);
      expect(videoSteps[now.step]).toBeDefined();
      expect(now.isWeak && now.step === 0).toBe(false);
      // A word that comes or goes comes with a change of the picture, but at the smallest.
      expect(now.isWeak === before.isWeak || now.step !== before.step || now.step === 3).toBe(true);
    }));

  it("a picture that was lowered stays so for at least four readings", () => {
    fc.assert(
      fc.property(fc.array(anyReading, { maxLength: 300 }), (all) => {
        let quality = firstQuality;
        let since = Number.POSITIVE_INFINITY;
        for (const reading of all) {
          const now = nextQuality(quality, reading);
          since += 1;
          if (now.step < quality.step) {
            expect(since).toBeGreaterThanOrEqual(Math.min(4, now.patience));
          } else if (now.step > quality.step) {
            since = 0;
          }
          quality = now;
        }
      }),
    );
  });

  it("a way that is good and bad in turns changes nothing", () => {
    const turns = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? troubles.lost : fine));
    expect(after(turns, best)).toMatchObject({ step: 0, isWeak: false });
  });
});
