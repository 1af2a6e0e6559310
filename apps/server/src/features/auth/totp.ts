import { Secret, TOTP } from "otpauth";

/** What every app for codes understands without being told (RFC 6238): SHA-1, six digits, steps of 30 s. */
const RULES = { algorithm: "SHA1", digits: 6, period: 30 };
/** Steps before and after that are taken too: clocks differ, and typing takes a moment. */
const DRIFT = 1;

const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The step that a code is of, near `now`; undefined for a code of none. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) {
    return undefined;
  }
  const timestamp = now.getTime();
  const away = TOTP.validate({ ...RULES, secret: secretOf(secret), token: code, timestamp, window: DRIFT });
  return away === null ? undefined : TOTP.counter({ ...RULES, timestamp }) + away;
}

/** As a person can type it into an app (RFC 4648). */
export const base32 = (bytes: Buffer): string => secretOf(bytes).base32;
