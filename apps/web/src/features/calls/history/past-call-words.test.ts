import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import { describe, expect, it } from "vitest";
import { missedCall } from "../../../../testing/screens/calls.ts";
import { endingOf, titleOf } from "./past-call-words.ts";

const call: PastCall = {
  ...missedCall("2026-11-20T15:00:00.000Z"),
  status: "TERMINADA",
  endedAt: "2026-11-20T15:02:15.000Z",
};
const answered = {
  answeredAt: "2026-11-20T15:00:10.000Z",
  answered: { id: "3", name: "Rosa Líder", by: "app" },
} as const;
const byTelephone = { ...answered.answered, by: "telefono" } as const;

describe("a call of the past", () => {
  it("says who answered and for how long they talked", () => {
    expect(endingOf({ ...call, ...answered })).toBe("Contestó Rosa Líder · 2\u00a0min\u00a05\u00a0s");
    const short = { ...call, ...answered, endedAt: "2026-11-20T15:00:55.000Z" };
    expect(endingOf(short)).toBe("Contestó Rosa Líder · 45\u00a0s");
    expect(endingOf({ ...call, ...answered, status: "CONTESTADA", endedAt: null })).toBe(
      "Contestó Rosa Líder · en curso",
    );
    expect(endingOf({ ...call, ...answered, answered: byTelephone })).toBe(
      "Contestó Rosa Líder por teléfono",
    );
    expect(endingOf({ ...call, ...answered, endedAt: null, answered: byTelephone })).toBe(
      "Contestó Rosa Líder por teléfono · en curso",
    );
    expect(endingOf({ ...call, ...answered, answered: byTelephone, said: "coming" })).toBe(
      "Contestó Rosa Líder por teléfono · ya baja",
    );
    expect(endingOf({ ...call, ...answered, answered: byTelephone, said: "opened" })).toBe(
      "Contestó Rosa Líder por teléfono · abrió la puerta",
    );
  });

  it("says with what words somebody said no", () => {
    expect(endingOf({ ...call, status: "RECHAZADA", rejectMessage: "Nos vemos en la portería" })).toBe(
      "Rechazada: Nos vemos en la portería",
    );
    // Another said no before one answered.
    expect(endingOf({ ...call, ...answered, rejectMessage: "Dame un momento" })).toBe(
      "Contestó Rosa Líder · 2\u00a0min\u00a05\u00a0s",
    );
  });

  it("says how it ended when nobody did", () => {
    const words = (["ENTRANTE", "RECHAZADA", "PERDIDA", "TERMINADA"] as const).map((status) =>
      endingOf({ ...call, status }),
    );
    expect(words).toEqual([
      "Timbrando…",
      "Rechazada",
      "Perdida: nadie contestó",
      "Cancelada por quien llamó",
    ]);
  });

  it("says who called whom", () => {
    expect(titleOf(call)).toBe("Portería · Pedro Portero");
    expect(titleOf({ ...call, isFromLobby: false, caller: { id: "2", name: "Víctor" } })).toBe("Víctor");
    expect(titleOf({ ...call, isFromLobby: false, isToLobby: true, caller: { id: "2", name: "Rosa" } })).toBe(
      "Rosa llamó a portería",
    );
  });
});
