import { type PasskeyAnswer, PasskeyRequest } from "@umbral/contract/lib/passkeys";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { CHALLENGE_MS, newChallenge, signedChallengeOf, signedFor, webAuthn } from "./passkey-challenges.ts";
import { type findPasskeysOf, usePasskey } from "./passkeys.queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { tellOfSecurity } from "./security-mails.ts";

type Key = Awaited<ReturnType<typeof findPasskeysOf>>[number];

/** Asks for one of these keys; undefined when there is none, or no address where they work. */
export async function askForPasskey(
  services: Services,
  userId: string,
  keys: readonly Key[],
): Promise<PasskeyRequest | undefined> {
  const party = relyingPartyOf(services.env);
  if (party === null || keys.length === 0) {
    return undefined;
  }
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: newChallenge(),
    timeout: CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  await signedFor(services, userId, "sign-in", options.challenge);
  return PasskeyRequest.parse(options);
}

/**
 * Looks at a device's answer. Its challenge is used up whatever becomes of it; the key is used in the transaction that
 * opens the session.
 * @throws {Refused} PASSKEY_NOT_TAKEN
 */
export async function checkPasskey(
  services: Services,
  userId: string,
  keys: readonly Key[],
  answer: PasskeyAnswer,
): Promise<(trx: Trx) => Promise<void>> {
  const signed = await signedChallengeOf(services, userId, "sign-in", answer.clientDataJSON);
  const key = keys.find(({ credentialId }) => credentialId === answer.id);
  if (!signed || !key) {
    throw new Refused("PASSKEY_NOT_TAKEN");
  }
  const { id, ...response } = answer;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
    ...signed,
    // How often it was used is compared below, where a step back is written down.
    credential: { id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    requireUserVerification: true,
    // Whatever it throws is said of what the device sent.
  }).catch((error: unknown) => {
    services.log.info({ err: error }, "a passkey's answer was not good");
    return undefined;
  });
  if (!verified?.verified) {
    throw new Refused("PASSKEY_NOT_TAKEN");
  }
  const after = verified.authenticationInfo.newCounter;
  // Devices that do not count always say 0.
  if ((key.uses > 0 || after > 0) && after <= key.uses) {
    await writeDownStepBack(services, userId, key, after);
    throw new Refused("PASSKEY_NOT_TAKEN");
  }
  const at = services.clock.now();
  return async (trx) => {
    if (!(await usePasskey(trx, { id: key.id, before: key.uses, after, at }))) {
      throw new Refused("PASSKEY_NOT_TAKEN");
    }
  };
}

/** Two devices hold the same key, or somebody plays an old answer: its owner and the audit learn of it. */
async function writeDownStepBack(services: Services, userId: string, key: Key, after: number): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: userId,
      action: "auth.passkey-refused",
      subjectId: key.id,
      detail: { uses: after, usesKept: key.uses },
      at: services.clock.now(),
    });
    await tellOfSecurity(services, trx, userId, "passkey-refused");
  });
  services.wakeOutbox();
}
