import type { Kiosk, SignedIn } from "@umbral/contract/auth/auth.contract";
import { SHIFT_PIN_FAILURES } from "@umbral/contract/kiosks/kiosks.contract";
import type { KioskOfActor } from "../../platform/actor.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { endShiftAt, markPresent } from "../auth/kiosk-sessions.ts";
import { passwordMatches } from "../auth/passwords.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { noteAt, openAt } from "./device-actions.ts";
import { findLobbyPerson, lockKiosk } from "./kiosks.queries.ts";
import { handOver } from "./kiosks.service.ts";
import { countFailure, forgetFailures, holdsShiftPin } from "./shift-pins.queries.ts";

/** Wrong PINs at one device in 15 minutes, whoever's they were to be: a lobby changes its shift a few times a day. */
const FAILURES_OF_DEVICE = 30;

/** What is kept of a document's number at which PINs are tried. */
export const documentDigest = ({ digest }: Pick<Services, "digest">, cedula: string): Buffer =>
  digest.of("shift-pin", cedula);

/** @throws {Refused} NOT_ALLOWED for who is at no device of a lobby */
function kioskOf({ kiosk }: Actor): KioskOfActor {
  if (kiosk === undefined) {
    throw new Refused("NOT_ALLOWED");
  }
  return kiosk;
}

export type LobbyPerson = NonNullable<Awaited<ReturnType<typeof findLobbyPerson>>>;

/**
 * Tries a PIN. Counted before it is tried, for the device and for the document at it; nothing tells an unknown number
 * from a wrong PIN.
 * @throws {Refused} SHIFT_NOT_BEGUN, SHIFT_PIN_LOCKED, TOO_OFTEN
 */
export async function tryPin(
  services: Services,
  kiosk: KioskOfActor,
  { person, cedula, pin }: { person: LobbyPerson | undefined; cedula: string; pin: string },
): Promise<LobbyPerson & { right: (trx: Trx) => Promise<void> }> {
  const { db, clock } = services;
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["shift-pin", kiosk.id], most: FAILURES_OF_DEVICE }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const document = documentDigest(services, cedula);
  const failures = await countFailure(db, { kioskId: kiosk.id, documentDigest: document }, now);
  if (failures === undefined) {
    throw new Refused("SHIFT_PIN_LOCKED");
  }
  if (!(await passwordMatches(person?.pinHash, pin)) || !person) {
    if (failures >= SHIFT_PIN_FAILURES) {
      await noteLock(services, kiosk);
      throw new Refused("SHIFT_PIN_LOCKED");
    }
    throw new Refused("SHIFT_NOT_BEGUN");
  }
  return {
    ...person,
    async right(trx) {
      // Meanwhile they may have set another one.
      if (!(await holdsShiftPin(trx, person.id, person.pinHash))) {
        throw new Refused("SHIFT_NOT_BEGUN");
      }
      await forgetFailures(trx, document, kiosk.id);
      await giveBackAttempt(trx, limits, now);
    },
  };
}

const noteLock = (services: Services, kiosk: KioskOfActor): Promise<void> =>
  services.db
    .transaction()
    .execute((trx) => noteAt(services, trx, kiosk, { userId: kiosk.userId, action: "kiosks.pin-locked" }));

export interface ShiftAsked {
  cedula: string;
  pin: string;
  userAgent: string;
  /** From this machine itself and through no proxy: demonstration accounts need that. */
  isFromThisMachine: boolean;
}

/**
 * Somebody of the lobby steps in; the shift that ran at the device ends.
 * @throws {Refused} SHIFT_NOT_BEGUN, SHIFT_PIN_LOCKED, TOO_OFTEN
 */
export async function beginShiftAt(
  services: Services,
  tokens: SessionTokens,
  actor: Actor,
  { cedula, pin, userAgent, isFromThisMachine }: ShiftAsked,
): Promise<SignedIn & { kiosk: Kiosk }> {
  const { db, clock, live } = services;
  const kiosk = kioskOf(actor);
  const found = await findLobbyPerson(db, { buildingId: kiosk.buildingId, cedula }, clock.now());
  const person = found?.isDemonstration && !isFromThisMachine ? undefined : found;
  const tried = await tryPin(services, kiosk, { person, cedula, pin });
  const { opened, ended } = await db.transaction().execute(async (trx) => {
    if (!(await lockKiosk(trx, kiosk.id))) {
      throw new Refused("SIGN_IN_REQUIRED");
    }
    await tried.right(trx);
    const before = await endRunning(services, trx, kiosk);
    const opening = { userId: tried.id, userAgent, action: "kiosks.shift-begun" } as const;
    return { opened: await openAt(services, trx, kiosk, opening), ended: before };
  });
  for (const id of ended) {
    live.dismiss(session(id));
  }
  return handOver(services, tokens, opened, { id: tried.id, kiosk });
}

/** @returns the sessions that ended */
export async function endRunning(services: Services, trx: Trx, kiosk: KioskOfActor): Promise<string[]> {
  const ended = await endShiftAt(trx, kiosk, services.clock.now());
  for (const { userId } of ended) {
    await noteAt(services, trx, kiosk, { userId, action: "kiosks.shift-ended" });
  }
  return ended.map(({ id }) => id);
}

/**
 * Whoever is on shift shows their PIN again: doors are theirs to open once more. One wrong PIN too many ends the shift.
 * @throws {Refused} SHIFT_NOT_BEGUN, SHIFT_PIN_LOCKED, TOO_OFTEN
 */
export async function showPinAt(services: Services, actor: Actor, pin: string): Promise<{ ok: true }> {
  const { db, clock } = services;
  const kiosk = kioskOf(actor);
  const person = await findLobbyPerson(db, { buildingId: kiosk.buildingId, userId: actor.id }, clock.now());
  if (!person || person.cedula === null) {
    throw new Refused("SHIFT_NOT_BEGUN");
  }
  const tried = await tryPin(services, kiosk, { person, cedula: person.cedula, pin }).catch(
    async (error: unknown) => {
      if (error instanceof Refused && error.code === "SHIFT_PIN_LOCKED") {
        await endShiftOf(services, actor);
      }
      throw error;
    },
  );
  await db.transaction().execute(async (trx) => {
    await tried.right(trx);
    await markPresent(trx, actor.sessionId, clock.now());
    await noteAt(services, trx, kiosk, { userId: actor.id, action: "kiosks.pin-shown" });
  });
  return { ok: true };
}

/** Ends the shift that runs at the device that asks; nothing where none does. */
export async function endShiftOf(services: Services, actor: Actor): Promise<{ ok: true }> {
  const { db, live } = services;
  const kiosk = kioskOf(actor);
  const ended = await db.transaction().execute((trx) => endRunning(services, trx, kiosk));
  for (const id of ended) {
    live.dismiss(session(id));
  }
  return { ok: true };
}
