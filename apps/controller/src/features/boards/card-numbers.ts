/*
 * A board names a card by a number, everything else here by the tag that readers give: the card's bits in hexadecimal.
 * Of a card of 26 bits the board's number is the facility's and the card's in decimal, side by side; of one of 34 bits
 * it is the 32 bits themselves. So one number may be two cards.
 */

const FACILITY = 100_000;
const MOST_OF_FACILITY = 0xff;
const MOST_OF_CARD = 0xffff;
/** Numbers that mean something else to a board. */
const NO_CARDS: readonly number[] = [0, 0x00ff_ffff, 0xffff_ffff];

/** The number of a tag on a board; undefined for a card that it cannot hold. */
export function numberOf(tag: string): number | undefined {
  const bits = Number.parseInt(tag, 16);
  const number =
    tag.length === 6
      ? Math.floor(bits / 0x1_0000) * FACILITY + (bits & MOST_OF_CARD)
      : tag.length === 8
        ? bits
        : undefined;
  return number === undefined || NO_CARDS.includes(number) ? undefined : number;
}

/** Which tags a board's number may be: of 26 bits where it can be, and of 34. */
export function tagsOf(number: number): string[] {
  const facility = Math.floor(number / FACILITY);
  const card = number % FACILITY;
  const is26 = facility <= MOST_OF_FACILITY && card <= MOST_OF_CARD;
  const tags = [...(is26 ? [hex(facility * 0x1_0000 + card, 6)] : []), hex(number, 8)];
  return tags.filter((tag) => numberOf(tag) === number);
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");
