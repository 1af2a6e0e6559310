import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ClipRing, RING_MS } from "./clip-ring.ts";

const config = { codec: "h264", name: "avc1.42e01e", description: new Uint8Array(10) } as const;

const chunkOf = (isKey: boolean, bytes: number): VideoChunk =>
  isKey
    ? { kind: "key", config, at: 0, data: new Uint8Array(bytes) }
    : { kind: "delta", at: 0, data: new Uint8Array(bytes) };

/** A camera of so many pictures a second with a key each so many. */
function fill(ring: ClipRing, { seconds, fps, keyEvery, bytes }: Record<string, number>): number {
  let now = 0;
  for (let picture = 0; picture < (seconds ?? 0) * (fps ?? 1); picture += 1) {
    now = (picture * 1000) / (fps ?? 1);
    ring.add({ chunk: chunkOf(picture % (keyEvery ?? 1) === 0, bytes ?? 1), at: now });
  }
  return now;
}

describe("the last seconds of a camera", () => {
  it("begin with a key and go back as far as they must, where keys are rare too", () => {
    const ring = new ClipRing(10_000_000);
    const now = fill(ring, { seconds: 60, fps: 15, keyEvery: 60, bytes: 100 });
    const oldest = ring.oldest ?? now;
    expect(now - oldest).toBeGreaterThanOrEqual(RING_MS);
    expect(now - oldest).toBeLessThanOrEqual(RING_MS + 4000);
    const [first, ...rest] = ring.since(now - 8000);
    expect(first?.chunk.kind).toBe("key");
    expect(first?.at).toBeLessThanOrEqual(now - 8000);
    expect(rest.find(({ chunk }) => chunk.kind === "key")?.at).toBeGreaterThan(now - 8000);
  });

  it("are bounded over ten thousand chunks, of what size and kind they are", () => {
    const most = 500_000;
    const steps = fc.record({
      isKey: fc.boolean(),
      bytes: fc.integer({ min: 1, max: 200_000 }),
      ms: fc.nat(500),
    });
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 300 }), fc.nat(20_000), (chunks, before) => {
        const ring = new ClipRing(most);
        let now = 0;
        let sawKey = false;
        for (const { isKey, bytes, ms } of chunks) {
          now += ms;
          sawKey ||= isKey;
          ring.add({ chunk: chunkOf(isKey, bytes), at: now });
          const held = ring.since(Number.NEGATIVE_INFINITY);
          expect(held.reduce((sum, { chunk }) => sum + chunk.data.byteLength, 0)).toBe(ring.bytes);
          expect(ring.bytes).toBeLessThanOrEqual(most);
          expect(held.length === 0 || (sawKey && held[0]?.chunk.kind === "key")).toBe(true);
        }
        const asked = now - before;
        const [first] = ring.since(asked);
        const isEarliest = first?.at === ring.oldest;
        expect(first === undefined || first.at <= asked || isEarliest).toBe(true);
      }),
      { numRuns: 60 },
    );
    const ring = new ClipRing(most);
    fill(ring, { seconds: 1000, fps: 10, keyEvery: 10, bytes: 3000 });
    expect(ring.bytes).toBeLessThanOrEqual((RING_MS / 1000 + 2) * 30_000);
    // Without a second key there is nothing to let go of but all.
    const endless = new ClipRing(most);
    fill(endless, { seconds: 1000, fps: 10, keyEvery: 1_000_000, bytes: 3000 });
    expect(endless.bytes).toBe(0);
  });
});
