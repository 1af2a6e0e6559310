import { describe, expect, it } from "vitest";
import {
  digitsForPin,
  guessesADay,
  isPinTooShort,
  keypadWaitMs,
  SHORTEST_PIN,
  WRONG_CODE_FORGIVEN_MS,
} from "./pins.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A known sequence: a failure is the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe("a keypad", () => {
  it("waits after wrong codes, twice as long each time, up to a quarter of an hour", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 1e9].map((wrong) => keypadWaitMs(wrong) / 1000);
    expect(waits).toEqual([0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900]);
  });

  it("takes no more codes in a day than it is reckoned with, however somebody waits in between", () => {
    const most = guessesADay();
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = chance(seed);
      // Somebody who often lets some of their wrong codes be forgiven, or seldom, or never.
      const patience = seed % 3 === 0 ? 0 : next();
      let wrong = 0;
      let guesses = 0;
      let now = 0;
      while (now < DAY) {
        guesses += 1;
        wrong += 1;
        const forgiven = next() < patience ? Math.floor(next() * wrong) : 0;
        now += Math.max(keypadWaitMs(wrong), forgiven * WRONG_CODE_FORGIVEN_MS);
        wrong -= forgiven;
      }
      expect(guesses).toBeLessThanOrEqual(most);
    }
  });
});

describe("the length of PINs", () => {
  it("grows with their number, and with the keypads at which they can be tried", () => {
    expect(digitsForPin({ codes: 1, keypads: 1 })).toBe(SHORTEST_PIN);
    const lengths = [1, 20, 200, 2000, 20_000].map((codes) => digitsForPin({ codes, keypads: 3 }));
    expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
    expect(new Set(lengths).size).toBe(lengths.length);
  });

  it("is such that a day of guessing finds one with less than one in a thousand, whoever came and went before", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const next = chance(seed);
      const keypads = 1 + Math.floor(next() * 12);
      const kept: number[] = [];
      for (let step = 0; step < 400; step += 1) {
        if (kept.length > 0 && next() < 0.35) {
          kept.splice(Math.floor(next() * kept.length), 1);
        } else {
          kept.push(digitsForPin({ codes: kept.length + 1, keypads }));
        }
        for (const digits of new Set(kept)) {
          const codes = kept.filter((other) => other === digits).length;
          const found = (codes * guessesADay() * keypads) / 10 ** digits;
          expect(found).toBeLessThan(1 / 1000);
          expect(isPinTooShort({ digits, codes, keypads })).toBe(false);
        }
      }
    }
  });

  it("is said to be too short when keypads were added", () => {
    const digits = digitsForPin({ codes: 9, keypads: 1 });
    expect(isPinTooShort({ digits, codes: 9, keypads: 1 })).toBe(false);
    expect(isPinTooShort({ digits, codes: 9, keypads: 20 })).toBe(true);
  });
});
