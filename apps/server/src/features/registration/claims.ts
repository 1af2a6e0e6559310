import { randomInt, timingSafeEqual } from "node:crypto";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { beginGuess } from "../../platform/guesses.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { currentOrigin } from "../../platform/origin.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { writeMessage } from "../notifications/notifications.service.ts";
import {
  deleteClaim,
  deleteClaimsOf,
  findClaim,
  forgetOldClaims,
  upsertClaim,
} from "./registration.queries.ts";

/** How long a code is good. */
const CODE_MS = 10 * 60_000;
/** Messages to one telephone in 15 minutes, whoever asks for them. */
const MESSAGES_TO_PHONE = 5;
/** Wrong codes of an account in a day while one is good, from however many addresses: 1 in 10,000 finds it. */
const WRONG_IN_A_DAY = 100;

/** Proof that somebody holds the telephone of an account: used up in the transaction of what it allows. */
export interface Claim {
  userId: string;
  codeDigest: Buffer;
}

const digestOf = ({ digest }: Services, userId: string, code: string): Buffer =>
  digest.of("registration claim", userId, code);

/** Sends a new code to the telephone of an account that has no password. */
export async function sendClaimCode(
  services: Services,
  { userId, phone }: { userId: string; phone: string },
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["registration sms", phone], most: MESSAGES_TO_PHONE }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const nextHour = await takeOfHour(db, services, "registration-codes");
  if (nextHour > 0) {
    throw new Refused("UNAVAILABLE", { retryAfter: nextHour });
  }
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = new Date(now.getTime() + CODE_MS);
  await forgetOldClaims(db, now);
  await db.transaction().execute(async (trx) => {
    await upsertClaim(trx, { userId, codeDigest: digestOf(services, userId, code), expiresAt });
    await writeMessage(services, trx, "sms", phone, {
      subject: "Código de registro",
      body: `Tu código de Umbral es ${code}. Vence en 10 minutos. Si no lo pediste, no lo compartas con nadie.`,
      data: {},
      userId,
      callId: null,
      expiresAt,
    });
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: null,
      action: "registration.code-sent",
      subjectId: userId,
      detail: {},
      at: now,
    });
  });
  services.wakeOutbox();
}

/**
 * Looks at a code that somebody typed.
 * @throws {Refused} CLAIM_CODE_NOT_VALID when it is wrong or too old, TOO_OFTEN after too many, CLAIM_USED_UP in a day
 */
export async function proveClaim(services: Services, userId: string, code: string): Promise<Claim> {
  const { db, clock } = services;
  const row = await findClaim(db, userId, clock.now());
  const guess = await beginGuess(services, {
    what: "registration-claim",
    account: userId,
    address: currentOrigin()?.address ?? "",
    // An account without a password was never signed in to.
    isOwnPlace: async () => false,
    // Where no code is good nothing can be found, and nobody uses up the day of somebody else.
    inDay: row && { most: WRONG_IN_A_DAY, usedUp: "CLAIM_USED_UP" },
  });
  const codeDigest = digestOf(services, userId, code);
  if (!row || !timingSafeEqual(row.codeDigest, codeDigest)) {
    throw notValid();
  }
  await guess.succeeded(db);
  return { userId, codeDigest };
}

/** Uses the proof up. Of two at once, one is told that the code is not valid any more. */
export async function spendClaim(trx: Trx, claim: Claim): Promise<void> {
  if (!(await deleteClaim(trx, claim.userId, claim.codeDigest))) {
    throw notValid();
  }
}

/** A code that was sent for this account claims it no more. */
export const voidClaimsOf = (trx: Trx, userId: string): Promise<void> => deleteClaimsOf(trx, userId);

const notValid = (): Refused =>
  new Refused("CLAIM_CODE_NOT_VALID", {
    errors: [{ property: "claimCode", message: "no es válido o ya venció" }],
  });
