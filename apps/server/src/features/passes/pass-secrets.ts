import { randomBytes } from "node:crypto";
import { GUEST_PAGE_PATH, PASS_CODE } from "@umbral/contract/passes/passes.contract";
import { z } from "zod";
import { drawCode, randomDigits } from "../../platform/code-pool.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { Refused } from "../../platform/refused.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { lengthOfNextCode } from "../access-control/index.ts";

/** Stands in the fragment of a guest's page: nobody guesses 32 random bytes. */
export const newPassSecret = (): string => randomBytes(32).toString("base64url");

/** What `passes.secret_digest` keeps of it. */
export const digestOfPassSecret = (digest: KeyedDigest, secret: string): Buffer =>
  digest.of("pass-secret", secret);

const Sealed = z.strictObject({ code: z.string().regex(PASS_CODE), secret: z.string() });
/** What a host may share again, and the guest's page shows. */
type PassWords = z.infer<typeof Sealed>;

/** As `passes.sealed` keeps them. In another pass's row they do not open. */
export const sealPass = (secrets: SecretBox, passId: string, words: PassWords): Buffer =>
  secrets.close(passId, Buffer.from(JSON.stringify(words)));

/** Null once they were let go, and for what was sealed under a key that was lost. */
export function openPass(secrets: SecretBox, passId: string, sealed: Buffer | null): PassWords | null {
  const opened = sealed && secrets.tryOpen(passId, sealed);
  return opened && Sealed.parse(JSON.parse(opened.toString()));
}

/**
 * A code that nobody in the building has, and a secret, with what is kept of both. The building's codes are held until the
 * transaction ends.
 */
export async function newSecrets(
  services: Services,
  trx: Trx,
  { passId, buildingId }: { passId: string; buildingId: string },
  newCode: (length: number) => string = randomDigits,
) {
  const digits = await lengthOfNextCode(trx, buildingId, null);
  const code = await drawCode(services, trx, buildingId, () => newCode(digits));
  if (code === null) {
    throw new Refused("UNAVAILABLE");
  }
  const secret = newPassSecret();
  return {
    digits,
    codeDigest: pinDigest(services, buildingId, code),
    secretDigest: digestOfPassSecret(services.digest, secret),
    sealed: sealPass(services.secrets, passId, { code, secret }),
  };
}

/** What a host shares with the guest. @throws {Refused} PASS_IS_OVER once it was let go */
export function sharingOf(
  services: Pick<Services, "secrets" | "env">,
  pass: { id: string; sealed: Buffer | null },
): { address: string; code: string } {
  const opened = openPass(services.secrets, pass.id, pass.sealed);
  if (!opened) {
    throw new Refused("PASS_IS_OVER");
  }
  return {
    address: `${publicUrlOf(services.env)}${GUEST_PAGE_PATH}#${opened.secret}`,
    code: opened.code,
  };
}
