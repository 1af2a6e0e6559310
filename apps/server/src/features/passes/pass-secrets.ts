import { randomBytes } from "node:crypto";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";

/** Stands in the fragment of a guest's page: nobody guesses 32 random bytes. */
export const newPassSecret = (): string => randomBytes(32).toString("base64url");

/** What `passes.secret_digest` keeps of it. */
export const digestOfPassSecret = (digest: KeyedDigest, secret: string): Buffer =>
  digest.of("pass-secret", secret);
