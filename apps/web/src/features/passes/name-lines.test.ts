import { describe, expect, it } from "vitest";
import { namesError, namesIn, peopleFor } from "./name-lines.ts";

describe("a list of names", () => {
  it("is one a line, however it was pasted", () => {
    expect(namesIn("1. Ana Gómez\r\n2) Luis\tPérez\n\n  • Marta   Tía \r- Núñez, Iván\n")).toEqual([
      "Ana Gómez",
      "Luis Pérez",
      "Marta Tía",
      "Núñez, Iván",
    ]);
    expect(namesIn(" \n\n")).toEqual([]);
  });

  it("has so many names, of so many letters", () => {
    expect(namesError(Array.from({ length: 60 }, (_, at) => `Persona ${at}`).join("\n"))).toBeUndefined();
    expect(namesError("Ana\n".repeat(61))).toBe("* La lista puede tener hasta 60 nombres y tiene 61");
    expect(namesError("a".repeat(121))).toBe("* Cada nombre puede tener hasta 120 caracteres");
  });

  it("is followed by the number of entries, which may be more", () => {
    expect(peopleFor("2", "", "Ana\nLuis\nMarta")).toBe("3");
    expect(peopleFor("3", "Ana\nLuis\nMarta", "Ana")).toBe("2");
    // Two more were asked for besides.
    expect(peopleFor("5", "Ana\nLuis\nMarta", "Ana\nLuis")).toBe("5");
    expect(peopleFor("5", "Ana", "Ana\n".repeat(7))).toBe("7");
    expect(peopleFor("", "", "Ana\nLuis\nMarta")).toBe("3");
  });
});
