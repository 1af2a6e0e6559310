import { describe, expect, it } from "vitest";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { signInTrouble } from "./auth.strings.ts";

const tooOften = (retryAfter?: number) =>
  new CallRefused({ code: "TOO_OFTEN", status: 429, message: "Demasiados intentos.", retryAfter });

describe("what stands under the sentence of a failed sign-in", () => {
  it.each([
    [1, "Demasiados intentos. Espera 1 minuto."],
    [60, "Demasiados intentos. Espera 1 minuto."],
    [61, "Demasiados intentos. Espera 2 minutos."],
    [900, "Demasiados intentos. Espera 15 minutos."],
    [undefined, "Demasiados intentos. Espera 1 minuto."],
  ])("says how long to wait: %s s", (seconds, words) => {
    expect(signInTrouble(tooOften(seconds))).toBe(words);
  });

  it("says that it was no answer, and nothing beside a wrong password", () => {
    const words = "No pudimos comunicarnos con el servidor.";
    expect(signInTrouble(new NoConnection("away"))).toBe(words);
    for (const [code, status] of [
      ["FAULT", 500],
      ["UNAVAILABLE", 503],
    ] as const) {
      expect(signInTrouble(new CallRefused({ code, status, message: "x" }))).toBe(words);
    }
    const wrong = new CallRefused({ code: "BAD_CREDENTIALS", status: 401, message: "x" });
    expect(signInTrouble(wrong)).toBeUndefined();
  });
});
