import { describe, expect, it } from "vitest";
import { buildingIn } from "./shown-building.ts";

describe("the building that a link carries", () => {
  it("is read from the state of the location", () => {
    expect(buildingIn({ building: { id: "b1", name: "Mirador", other: 1 }, origin: "/" })).toEqual({
      id: "b1",
      name: "Mirador",
    });
  });

  it("is none in anything else that a state may hold", () => {
    for (const state of [null, undefined, "b1", {}, { building: null }, { building: { id: "b1" } }]) {
      expect(buildingIn(state)).toBeNull();
    }
  });
});
