import { DOOR_CLOSE, DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { describe, expect, it } from "vitest";
import { actionLabel, whyNot } from "./doors.strings.ts";
import { mapSentences } from "./map.strings.ts";

const place = {
  tower: { id: "b", name: "B" },
  floor: { id: "2", name: "2" },
  may: { operate: false },
};

describe("what doors say", () => {
  it("names the action and the door", () => {
    expect(actionLabel(DOOR_OPEN, "Puerta principal")).toBe("Abrir Puerta principal");
    expect(actionLabel(DOOR_CLOSE, "Garaje")).toBe("Cerrar Garaje");
  });

  it("says whose door it is to who may open others", () => {
    expect(whyNot({ scope: "tower", ...place }, true)).toBe("La abren quienes viven en la torre B.");
    expect(whyNot({ scope: "floor", ...place }, true)).toBe(
      "La abren quienes viven en el piso 2 de la torre B.",
    );
    expect(whyNot({ scope: "tower", ...place }, false)).toBe("Puedes ver esta puerta, pero no abrirla.");
    expect(whyNot({ scope: "building", ...place, may: { operate: false, atOtherHours: true } }, true)).toBe(
      "No puedes abrir esta puerta a esta hora.",
    );
  });

  it("completes the specification's sentences with the name", () => {
    expect(mapSentences.noDoors("Mirador")).toBe("No se encontraron puertas para el edificio Mirador.");
    expect(mapSentences.noFloors("A")).toBe("No se encontraron pisos para la torre A.");
  });
});
