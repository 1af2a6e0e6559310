import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalTag } from "./tags.ts";
import { bitsOf, tagOfBits } from "./wiegand.ts";

type Bits = (0 | 1)[];
const bits = (text: string): Bits => [...text.replaceAll(" ", "")].map((bit) => (bit === "1" ? 1 : 0));

describe("a card that was read as bits", () => {
  it("of 26 bits is its facility and its number, as printed on it", () => {
    // Facility 57, number 32768: even parity over the first half, odd over the second.
    expect(tagOfBits(bits("1 001110011000 000000000000 1"))).toBe("398000");
    // All zeros have odd parity in their last bit alone.
    expect(tagOfBits(bits(`0${"0".repeat(24)}1`))).toBe("000000");
  });

  it("of 34, 37 and 56 bits is its number in whole bytes", () => {
    expect(tagOfBits(bits(`1 1000000000000000 0000000000000001 0`))).toBe("80000001");
    expect(tagOfBits(bits(`0 ${"0".repeat(34)}1 0`))).toBe("0000000001");
    expect(tagOfBits(bitsOf(Uint8Array.from([0x04, 0xa2, 0xb3, 0xc4, 0xd5, 0xe6, 0xf7]), 56))).toBe(
      "04A2B3C4D5E6F7",
    );
  });

  it("with one bit turned is none where it has parity", () => {
    const whole = bits("1 001110011000 000000000000 1");
    for (let at = 0; at < whole.length; at += 1) {
      expect(tagOfBits(whole.map((bit, index) => (index === at ? (bit === 1 ? 0 : 1) : bit)))).toBeNull();
    }
  });

  it("is a tag that the product knows, or none, whatever comes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(500), (bytes, count) => {
        const tag = tagOfBits(bitsOf(bytes, count));
        expect(tag === null || normalTag(tag) === tag).toBe(true);
      }),
    );
  });
});
