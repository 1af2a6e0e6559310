import { describe, expect, it } from "vitest";
import { digitsOf, isWhole } from "./typed-code.ts";

describe("a code as it is typed or pasted", () => {
  it.each([
    ["123456", "123456"],
    [" 123 456\n", "123456"],
    ["Tu código es 004-217.", "004217"],
    ["1234567", "123456"],
    ["１２３４５６", "123456"],
    ["abc", ""],
  ])("%j gives %j", (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits);
  });

  it("is whole with six digits", () => {
    expect([isWhole("12345"), isWhole("123456")]).toEqual([false, true]);
  });
});
