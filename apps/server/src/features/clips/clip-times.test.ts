import { CLIP_AT_MOST_MS } from "@umbral/contract/clips/clip-wire.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeOf } from "./clip-bytes.ts";
import { timesOfClip } from "./clip-times.ts";

const at = new Date("2026-11-20T20:00:30Z");
const told = { at, toldAt: null, startedAt: "2026-11-20T19:59:59Z", endedAt: "2026-11-20T20:00:27Z" };

describe("when a clip was", () => {
  it("is what its controller says, where that can be", () => {
    expect(timesOfClip(told)).toEqual({
      startedAt: new Date(told.startedAt),
      endedAt: new Date(told.endedAt),
      toldAt: null,
    });
  });

  it("is the server's own time where the controller's clock is not believed, and as long as it says", () => {
    const wrong = { startedAt: "1970-01-01T00:00:10Z", endedAt: "1970-01-01T00:00:38Z" };
    for (const toldAt of [new Date("1970-01-01T00:00:41Z"), null]) {
      expect(timesOfClip({ at, toldAt, ...wrong })).toEqual({
        startedAt: new Date(at.getTime() - 28_000),
        endedAt: at,
        toldAt: new Date(wrong.startedAt),
      });
    }
  });

  it("never ends before it begins, nor lasts longer than a clip does", () => {
    const moments = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") });
    fc.assert(
      fc.property(moments, moments, moments, (now, start, end) => {
        const times = timesOfClip({
          at: now,
          toldAt: null,
          startedAt: start.toISOString(),
          endedAt: end.toISOString(),
        });
        const longMs = times.endedAt.getTime() - times.startedAt.getTime();
        expect(longMs).toBeGreaterThanOrEqual(0);
        expect(longMs).toBeLessThanOrEqual(CLIP_AT_MOST_MS + 60_000);
      }),
    );
  });
});

describe("a range of a video", () => {
  it("is what a player asks for, and all of it where it asks for nothing that is known", () => {
    expect(rangeOf("bytes=0-", 100)).toEqual({ first: 0, last: 99 });
    expect(rangeOf("bytes=10-19", 100)).toEqual({ first: 10, last: 19 });
    expect(rangeOf("bytes=90-500", 100)).toEqual({ first: 90, last: 99 });
    expect(rangeOf("bytes=-30", 100)).toEqual({ first: 70, last: 99 });
    expect(rangeOf("bytes=-500", 100)).toEqual({ first: 0, last: 99 });
    for (const all of [undefined, "bytes=-", "bytes=1-2,5-6", "items=1-2", "bytes=a-b"]) {
      expect(rangeOf(all, 100)).toBeNull();
    }
    for (const none of ["bytes=100-", "bytes=5-4", "bytes=-0"]) {
      expect(rangeOf(none, 100)).toBeUndefined();
    }
  });
});
