import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movedBy, settled, whole, type ZoomView, zoomedAt } from "./zoom-view.ts";

const frame = { width: 400, height: 300 };
const point = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) });
const act = fc.oneof(
  fc.tuple(point, fc.double({ min: 0.2, max: 5, noNaN: true })).map(
    ([at, factor]) =>
      (view: ZoomView) =>
        zoomedAt(view, frame, at, factor),
  ),
  fc
    .record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) })
    .map((by) => (view: ZoomView) => movedBy(view, frame, by)),
);

describe("what is seen of a picture", () => {
  it("fills its frame, between all of it and six times its size, whatever fingers do", () => {
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const { scale, x, y } = acts.reduce((view, each) => each(view), whole);
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(scale).toBeLessThanOrEqual(6);
        expect(Math.max(x, y)).toBeLessThanOrEqual(0);
        expect(x + frame.width * scale).toBeGreaterThanOrEqual(frame.width - 1e-6);
        expect(y + frame.height * scale).toBeGreaterThanOrEqual(frame.height - 1e-6);
      }),
    );
  });

  it("grows around the point that is touched", () => {
    fc.assert(
      fc.property(point, fc.double({ min: 1, max: 6, noNaN: true }), (at, factor) => {
        const { scale, x, y } = zoomedAt(whole, frame, at, factor);
        expect(at.x * scale + x).toBeCloseTo(at.x);
        expect(at.y * scale + y).toBeCloseTo(at.y);
      }),
    );
  });

  it("is all of it once it is nearly so, and not moved then", () => {
    const back = zoomedAt(zoomedAt(whole, frame, { x: 90, y: 20 }, 3), frame, { x: 300, y: 200 }, 1 / 3);
    expect(settled(back)).toEqual(whole);
    expect(movedBy(whole, frame, { x: 50, y: -50 })).toEqual(whole);
    expect(settled(zoomedAt(whole, frame, { x: 0, y: 0 }, 2)).scale).toBe(2);
  });
});
