import { createHmac, randomBytes } from "node:crypto";

/** What lies beside a line, where it can be erased: from where it was done, and what was before and after. */
export type ValuePart = "origin" | "change";

export interface SaltedValue {
  part: ValuePart;
  /** Whom it is about; null for things. */
  personId: string | null;
  salt: Buffer;
  /** JSON, kept letter by letter. */
  value: string;
  /** What the line keeps of it. */
  digest: string;
}

/** Long enough that nobody tries out all telephone numbers once salt and value are gone. */
const SALT_BYTES = 16;

export function salted(part: ValuePart, personId: string | null, content: object): SaltedValue {
  const salt = randomBytes(SALT_BYTES);
  const value = JSON.stringify(content);
  return { part, personId, salt, value, digest: digestOf(salt, value) };
}

export const digestOf = (salt: Buffer, value: string): string =>
  createHmac("sha256", salt).update(value).digest("hex");
