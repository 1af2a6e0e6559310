/*
 * PINs at keypads: how long they are, and how long a keypad waits after wrong ones, so that nobody guesses one. No
 * schema library here: the controller asks this at every key.
 */

/** A PIN has so many digits at least. */
export const SHORTEST_PIN = 6;
/** And so many at most: nobody remembers more. */
export const LONGEST_PIN = 12;

const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** One wrong code is forgiven for so long without another: longer than the longest wait, or waiting would help who guesses. */
export const WRONG_CODE_FORGIVEN_MS = 30 * 60_000;
/** The chance that somebody who types all day finds one is less than one in so many. */
const GUESSING_ODDS = 1000;
const DAY_MS = 24 * 3_600_000;

/** @returns how long a keypad takes no code after so many wrong ones that were not forgiven; milliseconds */
export function keypadWaitMs(wrongCodes: number): number {
  // The exponent is bounded: a power of two beyond all numbers is none.
  return wrongCodes <= 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(wrongCodes - 1, 20));
}

/** @returns how many codes can be tried in a day at one keypad that waits after each */
export function guessesADay(): number {
  let guesses = 0;
  for (let passedMs = 0; passedMs < DAY_MS; passedMs += keypadWaitMs(guesses)) {
    guesses += 1;
  }
  return guesses;
}

const GUESSES_A_DAY = guessesADay();

/** Would somebody who types all day at every keypad find one of so many codes of this length too easily? */
export function isPinTooShort(of: { digits: number; codes: number; keypads: number }): boolean {
  return of.codes * GUESSES_A_DAY * Math.max(1, of.keypads) * GUESSING_ODDS >= 10 ** of.digits;
}

/**
 * How many digits the next PIN of a building gets.
 * @param of `codes`: those that there are, and the next one
 */
export function digitsForPin(of: { codes: number; keypads: number }): number {
  let digits = SHORTEST_PIN;
  while (digits < LONGEST_PIN && isPinTooShort({ ...of, digits })) {
    digits += 1;
  }
  return digits;
}

/** Digits that somebody may have typed as a PIN, where a reader does not tell keys from cards. */
export const couldBePin = (typed: string): boolean =>
  typed.length >= SHORTEST_PIN && typed.length <= LONGEST_PIN && /^\d+$/.test(typed);

/** What a PIN's digest is made of: its purpose stands before it. The key is the building's own. */
export const pinText = (digits: string): string => `umbral-pin:${digits}`;
