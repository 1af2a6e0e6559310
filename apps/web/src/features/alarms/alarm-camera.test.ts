import { expect, it } from "vitest";
import { cameraOfAlarm } from "./alarm-camera.ts";

const camera = (id: string) => ({ id, name: id });
const door = (localId: string, floor: string, cameras: { id: string; name: string }[]) => ({
  localId,
  floor: { id: floor, name: floor },
  cameras,
});
const doors = [
  door("2", "first", []),
  door("1", "first", [camera("entrance")]),
  door("3", "second", []),
  door("4", "second", [camera("second"), camera("stairs")]),
];
const on = (floor: string) => ({
  id: "home",
  name: "201",
  tower: { id: "a", name: "A" },
  floor: { id: floor, name: floor },
});

it("sees the floor of whoever raised it, and the entrance where that has no camera", () => {
  expect(cameraOfAlarm(doors, on("second"))?.id).toBe("second");
  expect(cameraOfAlarm(doors, on("third"))?.id).toBe("entrance");
  expect(cameraOfAlarm(doors, null)?.id).toBe("entrance");
});

it("sees nothing where no door there has a camera", () => {
  expect(cameraOfAlarm([door("1", "first", []), door("2", "third", [camera("roof")])], on("first"))).toBe(
    undefined,
  );
});
