import { createHmac, timingSafeEqual } from "node:crypto";

/** What every app for codes understands without being told (RFC 6238): SHA-1, six digits, steps of 30 s. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps before and after that are taken too: clocks differ, and typing takes a moment. */
const DRIFT = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of one step. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The step that a code is of, near `now`; undefined for a code of none. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) {
    return undefined;
  }
  const middle = stepAt(now);
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => middle - DRIFT + index);
  return steps.find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)));
}

/** As a person can type it into an app (RFC 4648). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET.charAt(Number.parseInt(group.padEnd(5, "0"), 2)))
    .join("");
}
