import { createHmac, timingSafeEqual } from "node:crypto";

/** A form as a provider posts it; a field that comes more than once has all its values. */
export type Form = Record<string, string | string[]>;

/** Fields of a form at most; the provider sends about thirty. */
const FIELDS_AT_MOST = 100;

/** @returns null when it has more fields than any provider sends */
export function parseForm(text: string): Form | null {
  const form = new Map<string, string | string[]>();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1;
    if (fields > FIELDS_AT_MOST) {
      return null;
    }
    const before = form.get(name);
    form.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(form);
}

/**
 * The signature that Twilio puts on a request: HMAC-SHA1, in base64, of the address that it asked and,
 * by name, each field's name and value.
 */
export function signatureFor(authToken: string, url: string, form: Form): string {
  const hmac = createHmac("sha1", authToken).update(url);
  for (const name of Object.keys(form).sort()) {
    const values = [form[name] ?? []].flat();
    for (const value of [...new Set(values)].sort()) {
      hmac.update(name).update(value);
    }
  }
  return hmac.digest("base64");
}

/** Compared in constant time. */
export function isSigned(authToken: string, url: string, form: Form, signature: string): boolean {
  const expected = Buffer.from(signatureFor(authToken, url, form));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
