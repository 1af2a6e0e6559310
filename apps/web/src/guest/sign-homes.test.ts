import { expect, it } from "vitest";
import { homesNamed, homesOf } from "./sign-homes.ts";

const homes = homesOf({
  towers: [
    { name: "A", floors: [{ name: "4", homes: [home("A-402"), home("A-1402"), home("A-40")] }] },
    { name: "Casa Sur", floors: [{ name: "Primer nivel", homes: [home("Café Ópera"), home("402")] }] },
  ],
});

function home(name: string) {
  return { id: name, name };
}

const found = (typed: string) => homesNamed(homes, typed).map(({ name }) => name);

it("finds a home by what stands on its door, the nearest first, however it is typed", () => {
  expect(found("402")).toEqual(["402", "A-402", "A-1402"]);
  expect(found("a 40")).toEqual(["A-40", "A-402"]);
  expect(found("opera")).toEqual(["Café Ópera"]);
  expect(found("CAFE O")).toEqual(["Café Ópera"]);
  expect([found(""), found(" - "), found("999")]).toEqual([[], [], []]);
});

it("says where each is, so that two of one name are told apart", () => {
  expect(homes.map(({ place }) => place)).toEqual([
    "Torre A · Piso 4",
    "Torre A · Piso 4",
    "Torre A · Piso 4",
    "Casa Sur · Primer nivel",
    "Casa Sur · Primer nivel",
  ]);
});
