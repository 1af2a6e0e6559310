import { expect, it } from "vitest";
import { isAllSilent, silencedSentence } from "./alarm-acts.strings.ts";

const silent = { id: "00000000-0000-4000-8000-000000000001", confirmed: true, siren: "silent" } as const;

it("says that a door did not answer where one may still be free, and nothing of doors where all heard it or nobody asked", () => {
  for (const isHeardByDoors of [undefined, true]) {
    const done = { ...silent, isHeardByDoors };
    expect([silencedSentence(done, false), isAllSilent(done)]).toEqual(["Alerta silenciada.", true]);
  }
  const unheard = { ...silent, isHeardByDoors: false };
  const look = "Revisa las puertas: no hubo respuesta.";
  expect([silencedSentence(unheard, false), isAllSilent(unheard)]).toEqual([
    `Alerta silenciada. ${look}`,
    false,
  ]);
  const one = silencedSentence({ ...unheard, unheardDoors: ["Salida norte"] }, false);
  expect(one).toBe("Alerta silenciada. Revisa Salida norte: no hubo respuesta.");
  const two = silencedSentence({ ...unheard, unheardDoors: ["Garaje", "Salida norte"] }, false);
  expect(two).toBe("Alerta silenciada. Revisa Garaje, Salida norte: no hubo respuesta.");
  const away = { id: null, confirmed: false, siren: "unknown", isHeardByDoors: false } as const;
  expect(silencedSentence(away, false)).toBe(
    `No había una alerta activa. La sirena está sin confirmar. ${look}`,
  );
  expect(isAllSilent({ ...silent, confirmed: false })).toBe(false);
});
