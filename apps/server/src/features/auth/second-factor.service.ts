import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { SecondFactor } from "@umbral/contract/auth/second-factor.contract";
import type { PasskeyAnswer, PasskeyRequest } from "@umbral/contract/lib/passkeys";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { beginGuess, type Guess } from "../../platform/guesses.ts";
import { Refused } from "../../platform/refused.ts";
import { writeOwnAction } from "../audit/audit.service.ts";
import { askForPasskey, checkPasskey } from "./passkey-sign-in.ts";
import { findPasskeysOf } from "./passkeys.queries.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";
import {
  confirmOffered,
  countRecoveryCodes,
  findRecoveryCodes,
  findSecondFactor,
  offer,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from "./second-factor.queries.ts";
import { tellOfSecurity } from "./security-mails.ts";
import { markSecondFactor } from "./sessions.queries.ts";
import { askPasswordAgain, holdAsker } from "./sessions.service.ts";
import { isOwnPlace } from "./sign-in-networks.ts";
import { base32, stepOfCode } from "./totp.ts";

/** As RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20;
/** An offered secret is confirmed within this. */
const OFFER_MS = 15 * 60_000;
const RECOVERY_CODES = 10;
/** 50 bits: nobody tries them out at ten an hour quarter. */
const RECOVERY_CODE_SIGNS = 10;
/** What a right password still lacks. `take` uses the code up in the transaction that opens the session. */
export type SecondStep = { take: (trx: Trx) => Promise<string[] | undefined> };

/** What somebody shows besides their password. */
export interface Shown {
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
  /** Where it comes from, as far as the trusted proxies tell. */
  address: string;
}

/**
 * Looks at the second factor of somebody whose password was right, before anything is opened for them.
 * @throws {Refused} SECOND_FACTOR_NEEDED, SECOND_FACTOR_ENROLMENT with a secret, PASSKEY_NOT_TAKEN, or TOO_OFTEN
 */
export async function secondStepOf(
  services: Services,
  user: { id: string; is_demonstration: boolean },
  { code, passkey, address }: Shown,
): Promise<SecondStep> {
  const { db, clock } = services;
  const [factor, keys] = await Promise.all([findSecondFactor(db, user.id), findPasskeysOf(db, user.id)]);
  const isInUse = factor?.secret != null || keys.length > 0;
  if (!isInUse && user.is_demonstration) {
    return { take: async () => undefined };
  }
  if (passkey !== undefined && isInUse) {
    const guess = await guarded(services, user.id, address);
    const use = await checkPasskey(services, user.id, keys, passkey);
    return {
      async take(trx) {
        await use(trx);
        await guess.succeeded(trx);
        return undefined;
      },
    };
  }
  if (code === undefined) {
    throw isInUse
      ? new Refused("SECOND_FACTOR_NEEDED", { passkey: await askForPasskey(services, user.id, keys) })
      : new Refused("SECOND_FACTOR_ENROLMENT", { enrolment: await offerTo(services, user.id) });
  }
  const guess = await guarded(services, user.id, address);
  const now = clock.now();
  return {
    async take(trx) {
      const taken = isInUse
        ? (await takeCode(services, trx, user.id, code, now)) && []
        : await takeOffered(services, trx, user.id, code, now);
      if (!taken) {
        throw new Refused("SECOND_FACTOR_NOT_VALID");
      }
      await guess.succeeded(trx);
      return taken.length === 0 ? undefined : taken;
    },
  };
}

export async function secondFactorOf({ db }: Services, actor: Actor): Promise<SecondFactor> {
  const [factor, codesLeft, keys] = await Promise.all([
    findSecondFactor(db, actor.id),
    countRecoveryCodes(db, actor.id),
    findPasskeysOf(db, actor.id),
  ]);
  return {
    since: factor?.confirmedAt?.toISOString() ?? null,
    codesLeft,
    hasPasskeys: keys.length > 0,
  };
}

/** What this session still has to show, and how. */
export async function askForSecondFactor(
  services: Services,
  actor: Actor,
): Promise<{ isShown: boolean; isInUse: boolean; passkey?: PasskeyRequest }> {
  const { db } = services;
  const keys = await findPasskeysOf(db, actor.id);
  const passkey = await askForPasskey(services, actor.id, keys);
  return {
    isShown: isShownBy(actor),
    isInUse: await hasOneInUse(services, actor.id),
    ...(passkey && { passkey }),
  };
}

/**
 * Remembers in this session that its owner showed their second factor. Each code and each answer is good once.
 * @throws {Refused} NOT_FOUND for who has none, SECOND_FACTOR_CODE_WRONG, PASSKEY_NOT_VALID, TOO_OFTEN
 */
export async function showSecondFactor(
  services: Services,
  { actor, refused }: { actor: Actor; refused: RefusedSignIns },
  shown: Shown,
): Promise<{ ok: true }> {
  if (!(await hasOneInUse(services, actor.id))) {
    throw new Refused("NOT_FOUND");
  }
  try {
    const step = await secondStepOf(services, { id: actor.id, is_demonstration: false }, shown);
    await services.db.transaction().execute(async (trx) => {
      await step.take(trx);
      await markSecondFactor(trx, actor.sessionId, services.clock.now());
      await writeOwnAction(services, trx, actor.id, "auth.second-factor-shown");
    });
  } catch (error) {
    refused.note({ userId: actor.id }, error);
    throw refusalWhileSignedIn(error);
  }
  services.wakeOutbox();
  return { ok: true };
}

/** At a sign-in these are 401: said of an open session that would end it on the screen. */
function refusalWhileSignedIn(error: unknown): unknown {
  if (!(error instanceof Refused)) {
    return error;
  }
  switch (error.code) {
    case "SECOND_FACTOR_NOT_VALID":
      return new Refused("SECOND_FACTOR_CODE_WRONG", {
        errors: [{ property: "code", message: "no es válido" }],
      });
    case "PASSKEY_NOT_TAKEN":
      return new Refused("PASSKEY_NOT_VALID");
    default:
      return error;
  }
}

/** Platform administrators showed theirs when they signed in. */
const isShownBy = (actor: Actor): boolean => actor.userType === "ADMIN" || actor.hasSecondFactor;

async function hasOneInUse({ db }: Services, userId: string): Promise<boolean> {
  const [factor, keys] = await Promise.all([findSecondFactor(db, userId), findPasskeysOf(db, userId)]);
  return factor?.secret != null || keys.length > 0;
}

/**
 * Whoever has a second factor shows it before it is changed: else a password alone would replace it.
 * @throws {Refused} SECOND_FACTOR_ASKED
 */
export async function refuseUnshown(services: Services, actor: Actor): Promise<void> {
  if (!isShownBy(actor) && (await hasOneInUse(services, actor.id))) {
    throw new Refused("SECOND_FACTOR_ASKED");
  }
}

/** Offers a new secret to who knows their password. The one in use stays until the new one is confirmed. */
export async function offerSecondFactorTo(
  services: Services,
  actor: Actor,
  currentPassword: string,
): Promise<{ secret: string }> {
  await refuseUnshown(services, actor);
  await askPasswordAgain(services, actor, currentPassword);
  return offerTo(services, actor.id);
}

export async function confirmOwnSecondFactor(
  services: Services,
  actor: Actor,
  { code, address }: { code: string; address: string },
): Promise<{ recoveryCodes: string[] }> {
  const { db, clock } = services;
  await refuseUnshown(services, actor);
  const guess = await guarded(services, actor.id, address);
  const now = clock.now();
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor);
    const codes = await takeOffered(services, trx, actor.id, code, now);
    if (codes) {
      await markSecondFactor(trx, actor.sessionId, now);
    }
    return codes;
  });
  if (!recoveryCodes) {
    throw new Refused("SECOND_FACTOR_CODE_WRONG", {
      errors: [{ property: "code", message: "no es válido" }],
    });
  }
  await guess.succeeded(db);
  services.wakeOutbox();
  return { recoveryCodes };
}

/** @throws {Refused} WRONG_PASSWORD, TOO_OFTEN, NOT_FOUND without a second factor, RECOVERY_CODES_CHANGED */
export async function makeRecoveryCodes(
  services: Services,
  actor: Actor,
  currentPassword: string,
): Promise<{ recoveryCodes: string[] }> {
  await refuseUnshown(services, actor);
  const before = await findRecoveryCodes(services.db, actor.id);
  const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);
  if (!(await hasOneInUse(services, actor.id))) {
    throw new Refused("NOT_FOUND");
  }
  const recoveryCodes = await services.db.transaction().execute(async (trx) => {
    await holdAsker(trx, actor, passwordHash);
    // Of two at once one makes them: the others would be shown as good, and open nothing.
    if (!isDeepStrictEqual(await findRecoveryCodes(trx, actor.id), before)) {
      throw new Refused("RECOVERY_CODES_CHANGED");
    }
    await writeOwnAction(services, trx, actor.id, "auth.recovery-codes-made");
    await tellOfSecurity(services, trx, actor.id, "codes-made");
    return freshCodes(services, trx, actor.id);
  });
  services.wakeOutbox();
  return { recoveryCodes };
}

/** Counts an attempt before it is made, as one at a password is. */
const guarded = (services: Services, userId: string, address: string): Promise<Guess> =>
  beginGuess(services, {
    what: "second-factor",
    account: userId,
    address,
    isOwnPlace: () => isOwnPlace(services, userId, address),
  });

async function offerTo({ db, clock, secrets }: Services, userId: string): Promise<{ secret: string }> {
  const secret = randomBytes(SECRET_BYTES);
  const until = new Date(clock.now().getTime() + OFFER_MS);
  await db.transaction().execute((trx) => offer(trx, userId, secrets.close(userId, secret), until));
  return { secret: base32(secret) };
}

/** The code of the app, or a recovery code: each is good once. */
async function takeCode(
  services: Services,
  trx: Trx,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const factor = await findSecondFactor(trx, userId);
  if (factor?.secret != null) {
    const secret = services.secrets.tryOpen(userId, factor.secret);
    const step = secret === null ? undefined : stepOfCode(secret, code, now);
    if (step !== undefined) {
      return useStep(trx, userId, factor.secret, step);
    }
  }
  if (!(await useRecoveryCode(trx, userId, recoveryDigest(services, userId, code), now))) {
    return false;
  }
  await writeOwnAction(services, trx, userId, "auth.recovery-code-used");
  await tellOfSecurity(services, trx, userId, "code-used");
  return true;
}

/** Puts the offered secret into use with its first code, and makes its recovery codes. */
async function takeOffered(
  services: Services,
  trx: Trx,
  userId: string,
  code: string,
  now: Date,
): Promise<string[] | undefined> {
  const factor = await findSecondFactor(trx, userId);
  if (factor?.offered == null) {
    return undefined;
  }
  const { offered } = factor;
  const secret = services.secrets.tryOpen(userId, offered);
  const step = secret === null ? undefined : stepOfCode(secret, code, now);
  if (step === undefined || !(await confirmOffered(trx, userId, { offered, step, at: now }))) {
    return undefined;
  }
  await writeOwnAction(services, trx, userId, "auth.second-factor-set");
  await tellOfSecurity(services, trx, userId, factor.secret === null ? "set" : "replaced");
  return freshCodes(services, trx, userId);
}

/** Makes recovery codes in the place of those that were. */
export async function freshCodes(services: Services, trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(8)).slice(0, RECOVERY_CODE_SIGNS),
  );
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => recoveryDigest(services, userId, code)),
  );
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

const recoveryDigest = ({ digest }: Services, userId: string, code: string): Buffer =>
  digest.of("recovery code", userId, code);
