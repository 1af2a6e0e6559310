import { describe, expect, it } from "vitest";
import { filterApartments } from "./apartment-filter.ts";

const apartment = (name: string, tower: string) => ({ id: `${tower}/${name}`, name, tower: { name: tower } });
const all = [
  apartment("A-101", "A"),
  apartment("A-102", "A"),
  apartment("A-201", "A"),
  apartment("B-101", "B"),
  apartment("Ático 1", "Jardín"),
];
const found = (typed: string) => filterApartments(all, typed).map(({ name }) => name);

describe("the apartment filter", () => {
  it("gives everything while nothing was typed, blanks included", () => {
    expect(found("")).toHaveLength(5);
    expect(found("   ")).toHaveLength(5);
  });

  it("does not mind leading blanks, accents, capitals and dashes", () => {
    expect(found("  a-101")).toEqual(["A-101"]);
    expect(found("a101")).toEqual(["A-101"]);
    expect(found("atico")).toEqual(["Ático 1"]);
    expect(found("ÁTICO")).toEqual(["Ático 1"]);
  });

  it("finds by two characters anywhere in the name, the beginning first", () => {
    expect(found("10")).toEqual(["A-101", "A-102", "B-101"]);
    expect(found("b1")).toEqual(["B-101"]);
  });

  it("finds by the tower, and by tower and name together", () => {
    expect(found("jardin")).toEqual(["Ático 1"]);
    expect(found("torre b")).toEqual(["B-101"]);
    expect(found("torre a 20")).toEqual(["A-201"]);
  });

  it("finds by who lives there, after the numbers, where that is known", () => {
    const homes = [
      { ...apartment("A-101", "A"), residents: ["Rosa Líder", "Andrés Bernal"] },
      { ...apartment("A-102", "A"), residents: ["Juan Andrade"] },
      { ...apartment("AN-1", "B"), residents: [] },
    ];
    const named = (typed: string) => filterApartments(homes, typed).map(({ name }) => name);
    expect(named("an")).toEqual(["AN-1", "A-101", "A-102"]);
    expect(named("lider")).toEqual(["A-101"]);
    expect(named("bernal andres")).toEqual(["A-101"]);
    // In the middle of a name nobody looks for it.
    expect(named("uan")).toEqual([]);
  });

  it("puts the very name first, for who presses Enter", () => {
    const homes = [apartment("1101", "1"), apartment("101", "1"), apartment("1010", "1")];
    expect(filterApartments(homes, "101").map(({ name }) => name)).toEqual(["101", "1010", "1101"]);
  });

  it("finds nothing for what is nowhere", () => {
    expect(found("z9")).toEqual([]);
    expect(found("--")).toEqual([]);
  });
});
