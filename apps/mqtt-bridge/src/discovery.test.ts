import { expect, it } from "vitest";
import { type Building, discoveryOf } from "./discovery.ts";
import { doorOfCommand, topicsOf } from "./topics.ts";

const BUILDING = "0198c2f2-5b7a-7c3e-9d0b-111111111111";
const topics = topicsOf(BUILDING, "umbral", "homeassistant");
const door = { id: "d1", name: "Entrada", line: "online" as const, mayOpen: true };
const building: Building = {
  id: BUILDING,
  name: "Torres del Parque",
  rights: ["doors:read", "doors:open", "events:read", "cameras:read"],
  doors: [
    { ...door, leaf: { is: "closed", since: "2026-03-01T12:00:00.000Z" } },
    { ...door, id: "d2", name: "Sótano", mayOpen: false },
  ],
  cameras: [{ id: "c1", name: "Fachada" }],
};
const things = (of: Building) => [...discoveryOf(of, topics).keys()].map((topic) => topic.split("/").at(-2));

it("offers a button for the doors that the token may open alone, and a leaf where there is a sensor", () => {
  expect(things(building)).toEqual([
    "d1_open",
    "d1_leaf",
    "d1_trouble",
    "d1_events",
    "d2_trouble",
    "d2_events",
    "ring",
    "last_ring",
    "alarm",
    "c1_picture",
  ]);
});

it("offers what the token's rights give and no more", () => {
  expect(things({ ...building, rights: ["doors:read"], cameras: [] })).toEqual([
    "d1_open",
    "d1_leaf",
    "d1_trouble",
    "d2_trouble",
  ]);
});

it("gives each thing an id of its own, one device, and its building's line", () => {
  const configs = [...discoveryOf(building, topics).values()];
  expect(new Set(configs.map((config) => config["unique_id"])).size).toBe(configs.length);
  expect(new Set(configs.map((config) => JSON.stringify(config["device"]))).size).toBe(1);
  for (const config of configs) {
    expect(config["availability"]).toContainEqual({ topic: `umbral/${BUILDING}/bridge` });
  }
});

it("knows of a topic which door it opens", () => {
  expect(doorOfCommand(topics, topics.door("d1").open)).toBe("d1");
  expect(doorOfCommand(topics, topics.door("d1").state)).toBeUndefined();
  expect(doorOfCommand(topics, topics.door("d1/x").open)).toBeUndefined();
  expect(
    doorOfCommand(topics, topicsOf("another", "umbral", "homeassistant").door("d1").open),
  ).toBeUndefined();
});
