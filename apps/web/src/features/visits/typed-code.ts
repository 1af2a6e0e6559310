/** Digits of a visit's code (decisions §5), and of a guest's at least. */
const DIGITS = 6;
/** Where keypads would let six be guessed, guests have more. */
const MOST_DIGITS = 12;

/** Of what was typed or pasted the digits of a code: '123 456' and 'Tu código es 123456.' alike. */
export const digitsOf = (typed: string): string =>
  typed.normalize("NFKC").replace(/\D/g, "").slice(0, MOST_DIGITS);

export const isWhole = (digits: string): boolean => digits.length >= DIGITS;
