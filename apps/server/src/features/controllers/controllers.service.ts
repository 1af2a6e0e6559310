import { createPublicKey, verify } from "node:crypto";
import {
  type ControllerKey,
  challengeText,
  type pairController,
} from "@umbral/contract/controllers/controllers.contract";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import { findController, findFirstController, offerPairing, registerKey } from "./controllers.queries.ts";
import { hashPairingCode, newPairingCode, PAIRING_MS, pairingOf } from "./pairing.ts";

/** Wrong pairing codes from one address in 15 minutes. */
const WRONG_CODES = 20;

/** Registers the key of whoever holds the code. The code is worth nothing afterwards. */
export async function pair(
  { db, clock, accessSigner }: Services,
  request: { code: string; publicKey: ControllerKey; address: string },
): Promise<z.input<(typeof pairController)["reply"]>> {
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["pairing", networkOf(request.address)], most: WRONG_CODES }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const paired = await db.transaction().execute(async (trx) => {
    const controller = await registerKey(trx, hashPairingCode(request.code), request.publicKey.x, now);
    if (controller) {
      await writeAuditLine(trx, {
        buildingId: controller.building_id,
        actorId: null,
        action: "controllers.paired",
        subjectId: controller.id,
        detail: {},
        change: changeOf(null, pairingOf(controller.keyBefore), pairingOf(request.publicKey.x)),
        at: now,
      });
    }
    return controller;
  });
  if (!paired) {
    throw new Refused("PAIRING_CODE_NOT_VALID");
  }
  await giveBackAttempt(db, limits, now);
  return { controllerId: paired.id, buildingId: paired.building_id, accessKey: accessSigner.publicKey };
}

/** Makes the one-time code with which a building's first controller registers its key. */
export async function invite({ db, clock, newId }: Services, buildingId: string): Promise<string> {
  const code = newPairingCode();
  const id = (await findFirstController(db, buildingId)) ?? newId();
  await db.transaction().execute((trx) =>
    offerPairing(trx, {
      id,
      buildingId,
      codeHash: hashPairingCode(code),
      expiresAt: new Date(clock.now().getTime() + PAIRING_MS),
    }),
  );
  return code;
}

export interface KnownController {
  id: string;
  buildingId: string;
  acknowledged: number;
  /** By which it was known, public. */
  key: string;
}

/**
 * Who signed this connection's nonce.
 * @throws {Refused} CONTROLLER_NOT_KNOWN for any controller, key or signature that does not fit
 */
export async function recognise(
  { db }: Services,
  claim: { controllerId: string; signature: string; nonce: string },
): Promise<KnownController> {
  const controller = await findController(db, claim.controllerId);
  if (!controller?.public_key || !isSignedBy(controller.public_key, claim)) {
    throw new Refused("CONTROLLER_NOT_KNOWN");
  }
  return {
    id: controller.id,
    buildingId: controller.building_id,
    acknowledged: controller.acknowledged,
    key: controller.public_key,
  };
}

/** Is a controller's key still the one by which it was known? Not once it is replaced or removed. */
export async function isStillKnown({ db }: Services, { id, key }: KnownController): Promise<boolean> {
  return (await findController(db, id))?.public_key === key;
}

function isSignedBy(
  publicKey: string,
  claim: { controllerId: string; signature: string; nonce: string },
): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(
    null,
    Buffer.from(challengeText(claim.controllerId, claim.nonce)),
    key,
    Buffer.from(claim.signature, "base64url"),
  );
}
