import { describe, expect, it } from "vitest";
import { digitsOf, isWhole, ScannedDigits } from "./typed-code.ts";

describe("a code as it is typed or pasted", () => {
  it.each([
    ["123456", "123456"],
    [" 123 456\n", "123456"],
    ["Tu código es 004-217.", "004217"],
    ["1234567", "1234567"],
    ["1234567890123", "123456789012"],
    ["１２３４５６", "123456"],
    ["abc", ""],
  ])("%j gives %j", (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits);
  });

  it("is whole with six digits, and a guest's may have more", () => {
    expect(["12345", "123456", "12345678"].map(isWhole)).toEqual([false, true, true]);
  });
});

describe("what a scanner typed", () => {
  /** Keys, and how many milliseconds after the one before each came. */
  const typed = (...keys: readonly (readonly [string, number])[]) => {
    const scanned = new ScannedDigits();
    let at = 1000;
    let last: string | null = null;
    for (const [key, afterMs] of keys) {
      at += afterMs;
      last = scanned.press(key, at);
    }
    return last;
  };
  const keys = (text: string, eachMs: number) => [...text].map((key) => [key, eachMs] as const);

  it("is its code alone, whatever stood in the field", () => {
    expect(typed(...keys("12", 200), ["4", 400], ...keys("82913", 8), ["Enter", 8])).toBe("482913");
    // A browser that is busy for a moment cuts nothing off.
    expect(typed(...keys("48", 5), ["2", 120], ...keys("91377", 5), ["Enter", 5])).toBe("48291377");
  });

  it("is nothing that somebody types, and nothing short of a code", () => {
    expect(typed(...keys("482913", 120), ["Enter", 120])).toBeNull();
    expect(typed(...keys("482913", 8), ["Enter", 400])).toBeNull();
    expect(typed(...keys("4829", 8), ["Enter", 8])).toBeNull();
  });
});
