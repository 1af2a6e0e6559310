/** Digits of a visit's code (decisions §5), and of a guest's at least. */
const DIGITS = 6;
/** Where keypads would let six be guessed, guests have more. */
const MOST_DIGITS = 12;

/** Of what was typed or pasted the digits of a code: '123 456' and 'Tu código es 123456.' alike. */
export const digitsOf = (typed: string): string =>
  typed.normalize("NFKC").replace(/\D/g, "").slice(0, MOST_DIGITS);

export const isWhole = (digits: string): boolean => digits.length >= DIGITS;

/** A scanner types a digit in so many milliseconds on an average; nobody's fingers do. */
const SCANNED_EACH_MS = 50;
/** Whoever takes up a scanner stopped typing for longer than this. */
const ONE_GO_MS = 300;

/** Tells a code that a scanner typed from one that somebody types, by their keys. */
export class ScannedDigits {
  #digits = "";
  #beganMs = 0;
  #atMs = Number.NEGATIVE_INFINITY;

  /** @returns the whole code when this key ends what a scanner typed; null for all other keys */
  press(key: string, atMs: number): string | null {
    const before = atMs - this.#atMs <= ONE_GO_MS ? this.#digits : "";
    if (before === "") {
      this.#beganMs = atMs;
    }
    this.#atMs = atMs;
    this.#digits = /^\d$/.test(key) ? before + key : "";
    const isScanned = atMs - this.#beganMs <= SCANNED_EACH_MS * before.length;
    return key === "Enter" && isScanned && isWhole(before) ? digitsOf(before) : null;
  }
}
