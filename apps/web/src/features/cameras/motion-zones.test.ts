import { MotionZone } from "@umbral/contract/cameras/motion.contract";
import { describe, expect, it } from "vitest";
import { boxOf, LEAST_PERCENT, moved, newZone, pointIn, sized, stepOf, zoneBetween } from "./motion-zones.ts";

const square = newZone(0);
const triangle = [
  { left: 10, top: 10 },
  { left: 30, top: 10 },
  { left: 20, top: 50 },
];

describe("zones of a picture", () => {
  it("are drawn between two points in whichever order, and not by a slip of the finger", () => {
    const zone = zoneBetween({ left: 60, top: 70 }, { left: 20, top: 30.04 });
    expect(zone && boxOf(zone)).toEqual({ left: 20, top: 30, width: 40, height: 40 });
    expect(MotionZone.safeParse(zone).success).toBe(true);
    expect(zoneBetween({ left: 20, top: 20 }, { left: 60, top: 20 + LEAST_PERCENT - 1 })).toBeNull();
  });

  it("move whole, and stay in the picture", () => {
    expect(boxOf(moved(square, { left: 5, top: -5 }))).toEqual({ left: 25, top: 15, width: 40, height: 40 });
    expect(boxOf(moved(square, { left: 500, top: -500 }))).toEqual({
      left: 60,
      top: 0,
      width: 40,
      height: 40,
    });
    expect(moved(triangle, { left: 10, top: 0 })).toEqual([
      { left: 20, top: 10 },
      { left: 40, top: 10 },
      { left: 30, top: 50 },
    ]);
  });

  it("are stretched by their corner, whatever their shape, and never to nothing", () => {
    expect(boxOf(sized(square, { left: 10, top: 500 }))).toEqual({
      left: 20,
      top: 20,
      width: 50,
      height: 80,
    });
    expect(boxOf(sized(square, { left: -500, top: -500 }))).toMatchObject({
      width: LEAST_PERCENT,
      height: LEAST_PERCENT,
    });
    expect(sized(triangle, { left: 20, top: 0 })).toEqual([
      { left: 10, top: 10 },
      { left: 50, top: 10 },
      { left: 30, top: 50 },
    ]);
  });

  it("follow the arrows and the pointer", () => {
    expect(stepOf("ArrowUp", true)).toEqual({ left: 0, top: -10 });
    expect(stepOf("Enter", false)).toBeNull();
    const box = { left: 100, top: 50, width: 200, height: 100 };
    expect(pointIn({ x: 150, y: 100 }, box)).toEqual({ left: 25, top: 50 });
    expect(pointIn({ x: 0, y: 1000 }, box)).toEqual({ left: 0, top: 100 });
  });
});
