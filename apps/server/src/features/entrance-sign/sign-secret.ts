import { randomBytes } from "node:crypto";
import { SIGN_PAGE_PATH, SignSecret } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { Services } from "../../platform/context.ts";
import { publicUrlOf } from "../../platform/env.ts";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";
import { Refused } from "../../platform/refused.ts";

/** Crockford's base 32, in which nobody takes a letter for a digit. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;
/** What was printed is typed in groups. */
const GROUP = /.{4}(?=.)/g;

/** Stands in the fragment of the sign's page. 32 letters part the 256 values of a byte evenly. */
export const newSignSecret = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");

export const digestOfSignSecret = (digest: KeyedDigest, secret: string): Buffer =>
  digest.of("sign-secret", secret);

/** What `sign_visitors.browser_digest` keeps: the same browser at another sign is another one. */
export const digestOfBrowser = (digest: KeyedDigest, signId: string, browser: string): Buffer =>
  digest.of("sign-browser", `${signId} ${browser}`);

/** A new secret, and what is kept of it. In another sign's row it does not open. */
export function sealedSecret({ digest, secrets }: Services, signId: string) {
  const secret = newSignSecret();
  return {
    secretDigest: digestOfSignSecret(digest, secret),
    sealed: secrets.close(signId, Buffer.from(secret)),
  };
}

/** What the QR of a sign says. @throws {Refused} SIGN_NOT_MADE for one that was sealed under a key that was lost: it is made anew */
export function addressOfSign({ secrets, env }: Services, sign: { id: string; sealed: Buffer }): string {
  const secret = SignSecret.safeParse(secrets.tryOpen(sign.id, sign.sealed)?.toString());
  if (!secret.success) {
    throw new Refused("SIGN_NOT_MADE");
  }
  return `${publicUrlOf(env)}${SIGN_PAGE_PATH}#${secret.data.replace(GROUP, "$&-")}`;
}
