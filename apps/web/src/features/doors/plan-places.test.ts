import { expect, it } from "vitest";
import { moveBy, placeAt } from "./plan-places.ts";

const box = { left: 100, top: 50, width: 400, height: 200 };

it("is the place under the finger, and never outside of the plan", () => {
  expect(placeAt({ x: 300, y: 100 }, box)).toEqual({ left: 50, top: 25 });
  expect(placeAt({ x: 0, y: 999 }, box)).toEqual({ left: 0, top: 100 });
  expect(placeAt({ x: 0, y: 0 }, { ...box, width: 0, height: 0 })).toEqual({ left: 50, top: 50 });
});

it("moves with the arrows, by more with Shift, and stops at the edge", () => {
  expect(moveBy({ left: 50, top: 50 }, "ArrowLeft", false)).toEqual({ left: 49, top: 50 });
  expect(moveBy({ left: 50, top: 50 }, "ArrowDown", true)).toEqual({ left: 50, top: 60 });
  expect(moveBy({ left: 95, top: 0 }, "ArrowRight", true)).toEqual({ left: 100, top: 0 });
  expect(moveBy({ left: 95, top: 0 }, "ArrowUp", false)).toEqual({ left: 95, top: 0 });
  expect(moveBy({ left: 95, top: 0 }, "Enter", false)).toBeNull();
});
