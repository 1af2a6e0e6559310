/*
 * What readers say of a card, brought into one form. No schema library here: a screen uses the same
 * function while somebody types.
 */

/** Readers put these between the pairs of digits, or `0x` before them. */
const BETWEEN = /[\s:.\-_]/gu;
const HEXADECIMAL = /^[0-9A-F]{4,64}$/;

/** The digits of what was read or typed of a tag, be it the whole of it or a part. */
export const digitsOfTag = (read: string): string =>
  read.normalize("NFKC").replace(BETWEEN, "").toUpperCase().replace(/^0X/, "");

/** A tag as it is kept and compared: hexadecimal digits in capitals. Null when it is none. */
export function normalTag(read: string): string | null {
  const bare = digitsOfTag(read);
  return HEXADECIMAL.test(bare) ? bare : null;
}
