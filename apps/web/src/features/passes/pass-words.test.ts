import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { describe, expect, it } from "vitest";
import { atDesk, carlos, passLike } from "../../../testing/screens/passes.ts";
import { guestsWords } from "./guest-count.ts";
import { type Verdict, verdictOf } from "./guest-words.ts";
import { codeWords, timesWords, usedWords } from "./pass-words.ts";

const timeZone = "America/Bogota";
/** 3:00 PM in Bogota. */
const now = new Date("2026-11-20T20:00:00.000Z");

describe("when a pass holds, in words", () => {
  const day = { from: "2026-11-24T05:00:00.000Z", until: "2026-11-25T04:59:59.999Z", hours: null };
  it.each([
    ["Hoy hasta las 6:00 PM", carlos],
    ["Hoy, todo el día", { ...carlos, until: "2026-11-21T04:59:59.999Z" }],
    ["Hoy, 5:00 PM–6:00 PM", { ...carlos, from: "2026-11-20T22:00:00.000Z" }],
    ["24 nov 2026", day],
    [
      "24 nov 2026, 8:00 AM–10:30 AM",
      { ...day, from: "2026-11-24T13:00:00.000Z", until: "2026-11-24T15:30:00.000Z" },
    ],
    ["Del 24 nov 2026 al 26 nov 2026", { ...day, until: "2026-11-27T04:59:59.999Z" }],
    [
      "Mar y jue 7:00 AM–12:00 PM, hasta el 20 dic 2026",
      {
        ...carlos,
        until: "2026-12-21T04:59:59.999Z",
        hours: {
          hours: [{ days: [2, 4], from: "07:00", to: "12:00" }],
          onHolidays: { kind: "closed" as const },
        },
      },
    ],
  ])("%s", (words, pass) => {
    expect(timesWords(pass, now, timeZone)).toBe(words);
  });
});

describe("what became of it", () => {
  const lastMovementAt = "2026-11-20T19:05:00.000Z";
  it.each([
    [null, {}],
    ["Entró a las 2:05 PM", { entered: 1, lastMovementAt }],
    ["Salió a las 2:05 PM", { entered: 1, left: 1, lastMovementAt }],
    ["Salió el 19 nov 2026 2:05 PM", { entered: 1, left: 1, lastMovementAt: "2026-11-19T19:05:00.000Z" }],
    ["Grupo de 12", { entries: 12 }],
    ["Grupo de 12: 5 entraron, 4 adentro", { entries: 12, entered: 5, left: 1, lastMovementAt }],
  ])("%j", (words, used) => {
    expect(usedWords({ ...carlos, ...used }, now, timeZone)).toBe(words);
  });

  it("counts people inside and passes to come, of a home", () => {
    const inside = passLike(2, "Ana", { state: "inside", entered: 3, left: 1 });
    expect(guestsWords([], true)).toBeNull();
    expect(guestsWords([carlos], true)).toBe("Invitados: 1 por llegar");
    const known = [carlos, inside, passLike(3, "Luis", { state: "left" })];
    expect(guestsWords(known, true)).toBe("Invitados: 2 adentro, 1 por llegar");
    // Of more than one page the first alone is read.
    expect(guestsWords(known, false)).toBe("Invitados: al menos 2 adentro, 1 por llegar");
  });
});

it("reads a code in halves", () => {
  expect([codeWords("482913"), codeWords("4829137")]).toEqual(["482 913", "4829 137"]);
});

describe("the verdict at the desk", () => {
  const inside = { entered: 1, lastMovementAt: "2026-11-20T19:05:00.000Z" };
  it.each<[Verdict["tone"], string, string | null, Partial<PassAtDesk>]>([
    ["good", "Puede entrar", null, {}],
    ["good", "Puede entrar", "Faltan 9 de 12", { entries: 12, entered: 3 }],
    ["inside", "Está adentro", "Entró a las 2:05 PM", { ...inside, refusal: "used-up" }],
    [
      "late",
      "Se quedó más de lo previsto",
      "Entró a las 2:05 PM",
      { ...inside, refusal: "expired", isOverstaying: true },
    ],
    ["bad", "Invitación retirada", "Quien invitó la retiró.", { ...inside, refusal: "taken-back" }],
    ["bad", "Invitación vencida", "Venció el 20 nov 2026 6:00 PM", { refusal: "expired" }],
    ["bad", "Ya se usó", "Quien invitó puede hacer otra.", { refusal: "used-up", entered: 1, left: 1 }],
    ["bad", "Todavía no puede entrar", "Puede desde el 20 nov 2026 8:00 AM", { refusal: "not-yet" }],
    [
      "bad",
      "A esta hora no puede entrar",
      "Puede mar y jue 7:00 AM–12:00 PM",
      {
        refusal: "not-now",
        hours: { hours: [{ days: [2, 4], from: "07:00", to: "12:00" }], onHolidays: { kind: "closed" } },
      },
    ],
  ])("is %s: %s, %s", (tone, title, detail, more) => {
    expect(verdictOf(atDesk(carlos, more), now, timeZone)).toEqual({ tone, title, detail });
  });
});
