import { expect, it } from "vitest";
import { clipCauseOf } from "../clips/clip-words.ts";
import { detailWords, kindWords } from "../logbook/logbook-words.ts";

it("the logbook calls an alarm what its own screens call it, and a drill a drill", () => {
  const detail = { home: "A-101", event: "INTRUSION", drill: false } as const;
  const real = { kind: "ALARM_RAISED", detail } as const;
  expect([kindWords(real), detailWords(real.detail)]).toEqual([
    "Alerta",
    "Apto A-101 · Alerta de Seguridad (Intruso)",
  ]);
  const drill = { event: "EMERGENCY", drill: true } as const;
  expect(detailWords(drill)).toBe("Simulacro: Alerta de Emergencia");
  const kinds = ["ALARM_RAISED", "ALARM_SILENCED", "ALARM_CLOSED"] as const;
  expect(kinds.map((kind) => kindWords({ kind, detail: drill }))).toEqual([
    "Simulacro",
    "Simulacro silenciado",
    "Simulacro cerrado",
  ]);
});

it("a clip of a drill is not called an alarm's", () => {
  expect(clipCauseOf({ cause: "alarm", isDrill: true })).toBe("Simulacro de alerta");
  expect(clipCauseOf({ cause: "alarm" })).toBe("Alerta");
});
