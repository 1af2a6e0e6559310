import {
  type NewPasskey,
  PASSKEYS_AT_MOST,
  type Passkey,
  PasskeyCreation,
} from "@umbral/contract/auth/passkeys.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import {
  CHALLENGE_MS,
  newChallenge,
  type SignedText,
  signedChallengeOf,
  signedFor,
  webAuthn,
} from "./passkey-challenges.ts";
import { deletePasskey, findPasskeysOf, insertPasskey } from "./passkeys.queries.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { countRecoveryCodes } from "./second-factor.queries.ts";
import { freshCodes, refuseUnshown } from "./second-factor.service.ts";
import { tellOfSecurity } from "./security-mails.ts";
import { markSecondFactor } from "./sessions.queries.ts";
import { askPasswordAgain, holdAsker } from "./sessions.service.ts";

type Row = Awaited<ReturnType<typeof findPasskeysOf>>[number];

export async function passkeysOf(
  { db, env }: Services,
  actor: Actor,
): Promise<{ passkeys: Passkey[]; address: string | null }> {
  return {
    passkeys: (await findPasskeysOf(db, actor.id)).map(toPasskey),
    address: relyingPartyOf(env)?.origin ?? null,
  };
}

/** What a device needs to make a key of somebody who knows their password. */
export async function offerPasskeyTo(
  services: Services,
  actor: Actor,
  currentPassword: string,
): Promise<{ creation: PasskeyCreation }> {
  const { db, env } = services;
  await refuseUnshown(services, actor);
  const { cedula, name } = await askPasswordAgain(services, actor, currentPassword);
  const party = relyingPartyOf(env);
  if (party === null) {
    throw new Refused("PASSKEYS_NOT_HERE");
  }
  const passkeys = await findPasskeysOf(db, actor.id);
  if (passkeys.length >= PASSKEYS_AT_MOST) {
    throw new Refused("PASSKEYS_ENOUGH");
  }
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Umbral",
    rpID: party.id,
    // Not the document's number: devices show and keep it.
    userID: new TextEncoder().encode(actor.id),
    userName: name === "" ? cedula : name,
    userDisplayName: name,
    challenge: newChallenge(),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
  await signedFor(services, actor.id, "registration", options.challenge);
  return { creation: PasskeyCreation.parse(options) };
}

/**
 * Keeps a key that a device made for the challenge it was offered.
 * @throws {Refused} PASSKEY_NOT_VALID, PASSKEY_TAKEN
 */
export async function createPasskeyOf(
  services: Services,
  actor: Actor,
  { name, passkey: made }: { name: string; passkey: NewPasskey },
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const { db, clock, newId } = services;
  await refuseUnshown(services, actor);
  const credential = await verifiedCredential(services, actor, made);
  const at = clock.now();
  const row: Row = {
    id: newId(),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    name,
    transports: made.transports,
    uses: credential.counter,
    createdAt: at,
    lastUsedAt: null,
  };
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor);
    try {
      await insertPasskey(trx, { ...row, userId: actor.id });
    } catch (error) {
      throw isDuplicate(error) ? new Refused("PASSKEY_TAKEN") : error;
    }
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "auth.passkey-added",
      subjectId: row.id,
      detail: {},
      at,
    });
    await markSecondFactor(trx, actor.sessionId, at);
    await tellOfSecurity(services, trx, actor.id, "passkey-added");
    // Whoever has no app for codes would be shut out with the device.
    const codes = await countRecoveryCodes(trx, actor.id);
    return codes === 0 ? freshCodes(services, trx, actor.id) : undefined;
  });
  services.wakeOutbox();
  return { passkey: toPasskey(row), ...(recoveryCodes && { recoveryCodes }) };
}

export async function removePasskeyOf(
  services: Services,
  actor: Actor,
  id: string,
  currentPassword: string,
): Promise<{ ok: true }> {
  await refuseUnshown(services, actor);
  const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  await services.db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, passwordHash);
    if (!(await deletePasskey(trx, actor.id, id))) {
      throw new Refused("NOT_FOUND");
    }
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: actor.id,
      action: "auth.passkey-removed",
      subjectId: id,
      detail: {},
      at: services.clock.now(),
    });
    await tellOfSecurity(services, trx, actor.id, "passkey-removed");
  });
  services.wakeOutbox();
  return { ok: true };
}

async function verifiedCredential(services: Services, actor: Actor, made: NewPasskey) {
  const signed: SignedText | undefined = await signedChallengeOf(
    services,
    actor.id,
    "registration",
    made.clientDataJSON,
  );
  if (signed === undefined) {
    throw new Refused("PASSKEY_NOT_VALID");
  }
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: {
      id: made.id,
      rawId: made.id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject },
    },
    ...signed,
    requireUserVerification: true,
    // Whatever it throws is said of what the device sent.
  }).catch((error: unknown) => {
    services.log.info({ err: error }, "a passkey was not made well");
    return undefined;
  });
  if (!verified?.verified) {
    throw new Refused("PASSKEY_NOT_VALID");
  }
  return verified.registrationInfo.credential;
}

const toPasskey = ({ id, name, createdAt, lastUsedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
