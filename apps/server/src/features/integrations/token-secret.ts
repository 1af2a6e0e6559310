import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { API_TOKEN_START } from "@umbral/contract/lib/token-rights";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 190 bits. */
const RANDOM_LETTERS = 32;
/** A CRC-32 in these letters. */
const CHECK_LETTERS = 6;
/** Of the random part: enough to tell a building's tokens apart, and far too little to guess the rest. */
const SHOWN_LETTERS = 4;

const FORM = new RegExp(
  `^${API_TOKEN_START}([0-9A-Za-z]{${RANDOM_LETTERS}})([0-9A-Za-z]{${CHECK_LETTERS}})$`,
);

/** A new token, how it is recognised, and what is kept of it. */
export function newTokenSecret(): { secret: string; prefix: string; digest: Buffer } {
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const secret = `${API_TOKEN_START}${random}${checkOf(random)}`;
  return {
    secret,
    prefix: `${API_TOKEN_START}${random.slice(0, SHOWN_LETTERS)}`,
    digest: digestOf(secret),
  };
}

/** What is kept of a token: null for a text that cannot be one, which nobody has to look for. */
export function digestOfToken(text: string): Buffer | null {
  const [, random, check] = FORM.exec(text) ?? [];
  return random !== undefined && check === checkOf(random) ? digestOf(text) : null;
}

// It is random and long: there is nothing that a slow digest would keep anybody from.
const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** So that a typing error, and a text that only looks like a token, is known without asking anybody. */
function checkOf(random: string): string {
  let [rest, letters] = [crc32(random), ""];
  while (letters.length < CHECK_LETTERS) {
    letters = `${LETTERS[rest % LETTERS.length]}${letters}`;
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}
