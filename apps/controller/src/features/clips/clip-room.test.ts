import fc from "fast-check";
import { expect, it } from "vitest";
import { ALWAYS_FREE_BYTES, shareOf } from "./clip-room.ts";

const GB = 1_000_000_000;

it("gives clips half of what is free without them, or what somebody says, and never what everything else needs", () => {
  expect(shareOf(10 * GB, 0, undefined)).toBe(5 * GB);
  // Once they fill it, the share is the same.
  expect(shareOf(5 * GB, 5 * GB, undefined)).toBe(5 * GB);
  expect(shareOf(10 * GB, 0, 2 * GB)).toBe(2 * GB);
  expect(shareOf(1 * GB, 1 * GB, 20 * GB)).toBe(2 * GB - ALWAYS_FREE_BYTES);
  expect(shareOf(0.1 * GB, 0, 20 * GB)).toBe(0);
  const bytes = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(bytes, bytes, fc.option(bytes, { nil: undefined }), (free, own, most) => {
      const share = shareOf(free, own, most);
      expect(share).toBeGreaterThanOrEqual(0);
      // Clips that fill their share leave everything else its own, where the disk has it at all.
      expect(free + own - share).toBeGreaterThanOrEqual(Math.min(ALWAYS_FREE_BYTES, free + own));
    }),
  );
});
