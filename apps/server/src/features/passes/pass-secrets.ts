import { randomBytes } from "node:crypto";
import { PASS_CODE } from "@umbral/contract/passes/passes.contract";
import { z } from "zod";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";
import type { SecretBox } from "../../platform/secret-box.ts";

/** Stands in the fragment of a guest's page: nobody guesses 32 random bytes. */
export const newPassSecret = (): string => randomBytes(32).toString("base64url");

/** What `passes.secret_digest` keeps of it. */
export const digestOfPassSecret = (digest: KeyedDigest, secret: string): Buffer =>
  digest.of("pass-secret", secret);

const Sealed = z.strictObject({ code: z.string().regex(PASS_CODE), secret: z.string() });
/** What a host may share again, and the guest's page shows. */
export type PassWords = z.infer<typeof Sealed>;

/** As `passes.sealed` keeps them. In another pass's row they do not open. */
export const sealPass = (secrets: SecretBox, passId: string, words: PassWords): Buffer =>
  secrets.close(passId, Buffer.from(JSON.stringify(words)));

/** Null for what was sealed under a key that was lost. */
export function openPass(secrets: SecretBox, passId: string, sealed: Buffer): PassWords | null {
  const opened = secrets.tryOpen(passId, sealed);
  return opened && Sealed.parse(JSON.parse(opened.toString()));
}
