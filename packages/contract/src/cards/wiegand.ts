/*
 * What a reader's data lines say of a card: a row of bits. Which of them are parity is known by their number alone, for
 * the formats that everybody makes; any other row is its bits as they came.
 */

/** Longest row of bits that is a card: longer ones are noise, or no card's number. */
const MOST_BITS = 256;
/** A tag is at least four hexadecimal digits. */
const FEWEST_BITS = 16;

/** Bits of even and of odd parity, each with the bits that it counts (first and last). */
interface Parity {
  even: readonly [number, number];
  odd: readonly [number, number];
}
/** By the number of bits: 26 (H10301), 34 and 37 (H10302 and H10304, whose halves share the middle bit). */
const formats = new Map<number, Parity>([
  [26, { even: [0, 12], odd: [13, 25] }],
  [34, { even: [0, 16], odd: [17, 33] }],
  [37, { even: [0, 18], odd: [18, 36] }],
]);

/**
 * The tag of a card that was read as bits, the first that came first: the bits without their parity as hexadecimal digits,
 * padded on the left to whole bytes. Null for what is no card: too short, too long, or with wrong parity.
 */
export function tagOfBits(bits: readonly (0 | 1)[]): string | null {
  if (bits.length < FEWEST_BITS || bits.length > MOST_BITS) {
    return null;
  }
  const format = formats.get(bits.length);
  if (!format) {
    return tagOfNumber(numberOf(bits), bits.length);
  }
  const isWhole = onesOf(bits, format.even) % 2 === 0 && onesOf(bits, format.odd) % 2 === 1;
  return isWhole ? tagOfNumber(numberOf(bits.slice(1, -1)), bits.length - 2) : null;
}

/** Bits packed in bytes, the first in the highest place, as readers send them. */
export const bitsOf = (bytes: Uint8Array, count: number): (0 | 1)[] =>
  Array.from({ length: Math.min(count, bytes.length * 8) }, (_, at) =>
    ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1 ? 1 : 0,
  );

/** Bits of a frame without its parity. */
export const payloadWidth = (frameBits: number): number =>
  formats.has(frameBits) ? frameBits - 2 : frameBits;

/** The tag of a card whose bits are known as a number, the first the highest, of so many bits. */
export const tagOfNumber = (value: bigint, width: number): string =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(width / 8) * 2, "0");

const onesOf = (bits: readonly (0 | 1)[], [first, last]: readonly [number, number]): number =>
  bits.slice(first, last + 1).reduce<number>((sum, bit) => sum + bit, 0);

const numberOf = (bits: readonly (0 | 1)[]): bigint => BigInt(`0b${bits.join("")}`);
