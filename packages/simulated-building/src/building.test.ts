import { expect, it } from "vitest";
import { SimulatedBuilding } from "./building.ts";

const options = {
  scene: "hall",
  name: "Hall",
  timeZone: "America/Bogota",
  width: 320,
  walksEveryMs: null,
} as const;

it("keeps its doors and tells whichever of them moves", async () => {
  const building = new SimulatedBuilding();
  const told: [string, number][] = [];
  building.whenRelayMoved((doorId, { timesOpened }) => void told.push([doorId, timesOpened]));
  await building.door("garage").coil.set(true);
  await building.door("main").coil.set(true);
  await building.door("garage").coil.set(true);
  expect(told).toEqual([
    ["garage", 1],
    ["main", 1],
    ["garage", 2],
  ]);
});

it("shows whoever walked past before anybody looked", async () => {
  const building = new SimulatedBuilding();
  const now = () => new Date(4000);
  const empty = await (await building.openCamera("a", { ...options, now })).frame();
  building.walkBy("b");
  let at = 0;
  const camera = await building.openCamera("b", { ...options, now: () => new Date(at) });
  at = 4000;
  expect(await camera.frame()).not.toEqual(empty);
  expect(await building.openCamera("b", { ...options, now: () => new Date(at) })).toBe(camera);
});
