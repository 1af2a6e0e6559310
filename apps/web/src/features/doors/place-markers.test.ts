import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Marker, placeMarkers, type Size, type Spot } from "./place-markers.ts";

const marker: Marker = { width: 120, height: 80, pointY: 26 };
const plan: Size = { width: 600, height: 400 };

/** The pairs of which one covers the other by a pixel or more. */
function covering(spots: readonly Spot[]): [Spot, Spot][] {
  return spots.flatMap((one, index) =>
    spots
      .slice(index + 1)
      .filter((two) => Math.abs(one.x - two.x) < 119 && Math.abs(one.y - two.y) < 79)
      .map((two): [Spot, Spot] => [one, two]),
  );
}

describe("where doors stand on a plan", () => {
  it("puts the round middle of the marker on the door's percentages", () => {
    expect(placeMarkers([{ left: 50, top: 40 }], plan, marker)).toEqual([{ x: 300, y: 174 }]);
  });

  it("draws in what would stick out of a corner", () => {
    expect(
      placeMarkers(
        [
          { left: 0, top: 0 },
          { left: 100, top: 100 },
        ],
        plan,
        marker,
      ),
    ).toEqual([
      { x: 60, y: 40 },
      { x: 540, y: 360 },
    ]);
  });

  it("moves two doors of one spot apart, so that each can be pressed", () => {
    const spots = placeMarkers(
      [
        { left: 50, top: 86 },
        { left: 52, top: 86 },
      ],
      plan,
      marker,
    );
    expect(covering(spots)).toEqual([]);
  });

  it("moves neighbours of the garage, in a corner, to where there is room", () => {
    const spots = placeMarkers(
      [
        { left: 0, top: 100 },
        { left: 0, top: 100 },
        { left: 0, top: 100 },
      ],
      plan,
      marker,
    );
    expect(covering(spots)).toEqual([]);
  });

  it("keeps every marker on the plan, wherever doors are and however small it is drawn", () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true });
    const door = fc.record({ left: percent, top: percent });
    fc.assert(
      fc.property(fc.array(door, { maxLength: 12 }), fc.integer({ min: 120, max: 1200 }), (doors, width) => {
        const drawn = { width, height: Math.max(80, width * 0.66) };
        for (const { x, y } of placeMarkers(doors, drawn, marker)) {
          expect(x).toBeGreaterThanOrEqual(60);
          expect(x).toBeLessThanOrEqual(drawn.width - 60);
          expect(y).toBeGreaterThanOrEqual(40);
          expect(y).toBeLessThanOrEqual(drawn.height - 40);
        }
      }),
    );
  });
});
