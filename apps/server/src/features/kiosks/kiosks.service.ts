import { randomInt } from "node:crypto";
import type { Kiosk, SignedIn } from "@umbral/contract/auth/auth.contract";
import {
  KIOSK_CODE_DIGITS,
  KIOSK_CODE_MS,
  KIOSKS_AT_MOST,
  type KioskState,
} from "@umbral/contract/kiosks/kiosks.contract";
import { lobbyRoles } from "@umbral/contract/lib/policy";
import type { KioskOfActor } from "../../platform/actor.ts";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { deviceNameOf } from "../../platform/device-name.ts";
import { session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { insertKioskAccount } from "../accounts/index.ts";
import { endSessionsAt } from "../auth/kiosk-sessions.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { listSpaces } from "../spaces/index.ts";
import { noteAt, openAt } from "./device-actions.ts";
import {
  findKioskPlace,
  findKiosks,
  findShown,
  insertKiosk,
  type KioskRow,
  lockKiosksOf,
  markTakenBack,
  useCode,
} from "./kiosks.queries.ts";

/** Wrong codes in 15 minutes: from one network, and from anywhere. Of 100 million codes a handful are good at a time. */
const CODES_OF_NETWORK = 10;
const CODES_OF_ALL = 300;

/** The devices of a building's lobby. */
export async function kiosksOf(services: Services, buildingId: string): Promise<{ kiosks: KioskState[] }> {
  const rows = await findKiosks(services.db, { buildingId }, services.clock.now());
  return { kiosks: await Promise.all(rows.map((row) => asState(services, row))) };
}

async function asState({ live, clock }: Services, row: KioskRow): Promise<KioskState> {
  const isThere = row.sessionId !== null && (await live.count(session(row.sessionId))) > 0;
  const isWaiting = row.codeExpiresAt !== null && row.codeExpiresAt > clock.now();
  return {
    id: row.id,
    name: row.name,
    state: row.pairedAt === null ? (isWaiting ? "waiting" : "expired") : isThere ? "connected" : "away",
    createdAt: row.createdAt.toISOString(),
    pairedAt: row.pairedAt?.toISOString() ?? null,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    pairingExpiresAt: row.codeExpiresAt?.toISOString() ?? null,
    device: row.userAgent === null ? null : deviceNameOf(row.userAgent).name,
    shift:
      row.onShiftId === null || row.onShiftName === null || row.shiftSince === null
        ? null
        : { id: row.onShiftId, name: row.onShiftName, since: row.shiftSince.toISOString() },
  };
}

/**
 * Makes a code for one more device of a lobby.
 * @throws {Refused} TOO_MANY_KIOSKS
 */
export async function offerKioskTo(
  services: Services,
  actor: Actor,
  buildingId: string,
  name: string,
): Promise<{ kiosk: KioskState; code: string }> {
  const { db, clock, newId, digest } = services;
  const [id, userId, now] = [newId(), newId(), clock.now()];
  const code = String(randomInt(10 ** KIOSK_CODE_DIGITS)).padStart(KIOSK_CODE_DIGITS, "0");
  await db.transaction().execute(async (trx) => {
    if ((await lockKiosksOf(trx, buildingId)) >= KIOSKS_AT_MOST) {
      throw new Refused("TOO_MANY_KIOSKS");
    }
    await insertKioskAccount(trx, { id: userId, name });
    await insertKiosk(trx, {
      id,
      buildingId,
      userId,
      name,
      codeDigest: digest.of("kiosk-code", code),
      codeExpiresAt: new Date(now.getTime() + KIOSK_CODE_MS),
      createdAt: now,
    });
    await noteAt(services, trx, { id, buildingId }, { userId: actor.id, action: "kiosks.offered" });
  });
  const [row] = await findKiosks(db, { id }, now);
  if (!row) {
    throw new Refused("KIOSK_NOT_FOUND");
  }
  return { kiosk: await asState(services, row), code };
}

/**
 * Trades a code for a session of the device's own.
 * @throws {Refused} KIOSK_CODE_NOT_VALID, TOO_OFTEN
 */
export async function pairKioskBy(
  services: Services,
  tokens: SessionTokens,
  { code, address, userAgent }: { code: string; address: string; userAgent: string },
): Promise<SignedIn & { kiosk: Kiosk }> {
  const { db, clock, digest } = services;
  const now = clock.now();
  const limits: Limit[] = [
    { subject: ["kiosk-code", networkOf(address)], most: CODES_OF_NETWORK },
    { subject: ["kiosk-code"], most: CODES_OF_ALL },
  ];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const { kiosk, opened } = await db.transaction().execute(async (trx) => {
    const found = await useCode(trx, digest.of("kiosk-code", code), now);
    if (!found) {
      throw new Refused("KIOSK_CODE_NOT_VALID");
    }
    const { userId } = found;
    const opens = await openAt(services, trx, found, { userId, userAgent, action: "kiosks.paired" });
    return { kiosk: found, opened: opens };
  });
  await giveBackAttempt(db, limits, now);
  return handOver(services, tokens, opened, {
    id: kiosk.userId,
    kiosk: { ...kiosk, sessionId: opened.id },
  });
}

/** What a device is given that has a session now: its token, and who is there. */
export const handOver = async (
  services: Services,
  tokens: SessionTokens,
  opened: { id: string; createdAt: Date },
  who: { id: string; kiosk: KioskOfActor },
): Promise<SignedIn & { kiosk: Kiosk }> => ({
  token: await tokens.issue(opened),
  ...(await describeAtKiosk(services, who)),
});

/**
 * Takes a device back: it is nobody's at once, on HTTP, on its sockets and in its calls, and so is whoever is on shift at it.
 * @throws {Refused} KIOSK_NOT_FOUND
 */
export async function takeKioskBack(
  services: Services,
  actor: Actor,
  kiosk: { id: string; buildingId: string },
): Promise<{ ok: true }> {
  const { db, clock, live } = services;
  const now = clock.now();
  const { ended, tellOfCalls } = await db.transaction().execute(async (trx) => {
    const taken = await markTakenBack(trx, kiosk, now);
    if (!taken) {
      throw new Refused("KIOSK_NOT_FOUND");
    }
    await noteAt(services, trx, kiosk, { userId: actor.id, action: "kiosks.taken-back" });
    return {
      ended: await endSessionsAt(trx, kiosk.id, now),
      tellOfCalls: await services.leaveCalls(trx, taken.userId, actor),
    };
  });
  tellOfCalls();
  for (const { id } of ended) {
    live.dismiss(session(id));
  }
  return { ok: true };
}

/** Who is at a device of the lobby, as its screen knows them: of a person no more than name and face. */
export async function describeAtKiosk(
  { db, clock, addresses }: Services,
  { id, kiosk }: { id: string; kiosk: KioskOfActor },
): Promise<Omit<SignedIn, "token"> & { kiosk: Kiosk }> {
  const isAlone = id === kiosk.userId;
  const [place, shown, all] = await Promise.all([
    findKioskPlace(db, kiosk.id),
    findShown(db, id),
    isAlone ? [] : listSpaces(db, id, clock.now()),
  ]);
  if (!place || !shown) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  const { kioskName, ...building } = place;
  return {
    user: {
      id,
      cedula: "",
      name: shown.name,
      email: "",
      phone: "",
      userType: "USER",
      tokenFirebase: null,
      photo: await addresses.forFile(shown.photoFileId),
    },
    spaces: all.filter(
      (space) => space.building.id === building.id && lobbyRoles.some((role) => role === space.role.name),
    ),
    kiosk: { id: kiosk.id, name: kioskName, building },
  };
}
