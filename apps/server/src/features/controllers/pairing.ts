import { createHash, randomInt } from "node:crypto";

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** 12 of 31 characters: 59 bits, typed once by hand within an hour. */
const LENGTH = 12;
export const PAIRING_MS = 60 * 60_000;

/** A one-time code, in groups of four: `K7QM-2XAB-9TPC`. */
export function newPairingCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return (letters.join("").match(/.{4}/g) ?? []).join("-");
}

/** What is stored of a code. Case, spaces and dashes do not count. */
export const hashPairingCode = (code: string): Buffer =>
  createHash("sha256")
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ""))
    .digest();

/** What the audit tells of a controller's pairing: its key by the beginning of its digest. */
export const pairingOf = (publicKey: string | null) => ({
  pairing: publicKey === null ? "waiting" : "paired",
  key: publicKey === null ? null : createHash("sha256").update(publicKey).digest("hex").slice(0, 16),
});
