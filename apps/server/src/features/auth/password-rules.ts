import { Refused } from "../../platform/refused.ts";
import { commonPasswords, commonWords, LENGTH_AT_LEAST, stolenPasswords } from "./common-passwords.ts";

/**
 * What is wrong with a password that somebody wants, in words that follow the field's name; undefined when
 * nothing is. There is no rule of composition: length, and not being one of the commonest.
 * @param cedula whose password it is to be: many choose just that
 */
export function weaknessOf(password: string, cedula: string): string | undefined {
  if ([...password].length < LENGTH_AT_LEAST) {
    return `debe tener al menos ${LENGTH_AT_LEAST} caracteres`;
  }
  return isCommon(password.trim()) || lettersAndDigits(password) === lettersAndDigits(cedula)
    ? "es fácil de adivinar, elige otra"
    : undefined;
}

/** @throws {Refused} PASSWORD_NOT_ACCEPTED, naming the field `password` and why */
export function refuseWeakPassword(password: string, cedula: string): void {
  const message = weaknessOf(password, cedula);
  if (message !== undefined) {
    throw new Refused("PASSWORD_NOT_ACCEPTED", { errors: [{ property: "password", message }] });
  }
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const lettersAndDigits = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

function isCommon(password: string): boolean {
  const text = plain(password);
  const bare = lettersAndDigits(password);
  // What is left of 'Colombia2026!' and '123-clave'.
  const word = bare.replace(/^\p{N}+|\p{N}+$/gu, "");
  return (
    commonPasswords.has(text) ||
    commonPasswords.has(bare) ||
    stolenPasswords.has(text) ||
    stolenPasswords.has(bare) ||
    commonWords.has(word) ||
    new Set(text).size <= 2 ||
    isRun(text)
  );
}

/** Each character the next, or the one before: 'abcdefgh', '98765432'. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((sign, index) => sign.charCodeAt(0) - text.charCodeAt(index));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
