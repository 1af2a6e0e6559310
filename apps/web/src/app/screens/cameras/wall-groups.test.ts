import type { Camera } from "@umbral/contract/cameras/cameras.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { describe, expect, it } from "vitest";
import { doorsShownBy, wallGroups } from "./wall-groups.ts";

const camera = (id: string): Camera => ({ id, name: id, doorId: null });
const door = (id: string, ...cameras: string[]): Door => ({
  id,
  name: id,
  localId: "1",
  scope: "building",
  cameras: cameras.map((camId) => ({ id: camId, name: camId })),
  cameraId: cameras[0] ?? null,
  left: 0,
  top: 0,
  tower: { id: "a", name: "A" },
  floor: { id: "1", name: "1" },
  line: "online",
  may: { operate: true },
});
const named = (...groups: Parameters<typeof wallGroups>) =>
  wallGroups(...groups).map((group) => [group.door?.id ?? null, ...group.cameras.map(({ id }) => id)]);

describe("what stands together on the wall", () => {
  it("groups cameras by their door, and puts those of no door last", () => {
    expect(
      named(
        [door("main", "entrance", "street"), door("garage", "ramp")],
        [camera("roof"), camera("entrance"), camera("ramp"), camera("street")],
      ),
    ).toEqual([
      ["main", "entrance", "street"],
      ["garage", "ramp"],
      [null, "roof"],
    ]);
  });

  it("shows a camera of two doors once, and both doors", () => {
    expect(named([door("main", "hall"), door("side", "hall")], [camera("hall")])).toEqual([
      ["main", "hall"],
      ["side"],
    ]);
  });

  it("shows no camera that the building does not have any more", () => {
    expect(named([door("main", "gone")], [])).toEqual([["main"]]);
  });

  it("finds every door that a camera shows", () => {
    const doors = [door("main", "hall"), door("side", "hall"), door("garage", "ramp")];
    expect(doorsShownBy(doors, "hall").map(({ id }) => id)).toEqual(["main", "side"]);
  });
});
