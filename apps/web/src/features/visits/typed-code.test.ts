import { describe, expect, it } from "vitest";
import { digitsOf, isWhole } from "./typed-code.ts";

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
