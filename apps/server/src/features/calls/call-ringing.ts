import type { IncomingCall } from "@umbral/contract/calls/calls.contract";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { device, person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { markRung } from "./call-creation.queries.ts";
import { beginPushLegs } from "./call-legs.ts";
import { RINGS_OF_A_CALL } from "./call-limits.ts";
import { type CallRow, findCall, findCalls, findRingingFor } from "./calls.queries.ts";
import { byPage, callerOf, placeOf } from "./calls.service.ts";

/**
 * Rings every connected device of the person called, and sends a push to the registered ones. A device that connects while it rings is rung by
 * {@link ringDevice}. Asking again rings again, a few times.
 * @returns how many devices there were
 */
export async function ringCallee(
  services: Services,
  actor: Actor,
  callId: string,
): Promise<{ devices: number }> {
  const call = await findCall(services.db, callId);
  if (call?.callerId !== actor.id) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  const rung = await services.db.transaction().execute((trx) => ringCalls(services, trx, actor, [callId]));
  const devices = await tellRung(services, rung);
  return { devices: devices.get(callId) ?? 0 };
}

/** What rings once its transaction is committed. */
export interface Rung {
  /** All that could still ring, by the names of those called. */
  calls: readonly CallRow[];
  /** Of these the ones that somebody hears: who was blocked does not learn it. */
  heard: readonly CallRow[];
}

/**
 * These calls of one caller to one place ring, in the transaction that makes them or of their own. Say it with
 * {@link tellRung} after the commit: a device that signs in meanwhile finds them there, or is told.
 * @throws {Refused} CALL_NOT_AVAILABLE when none of them can ring any more, CALLS_TOO_OFTEN
 */
export async function ringCalls(
  services: Services,
  trx: Trx,
  actor: Actor,
  callIds: readonly string[],
): Promise<Rung> {
  const now = services.clock.now();
  if (callIds.length === 0) {
    return { calls: [], heard: [] };
  }
  const marked = await markRung(trx, callIds, actor.sessionId, now);
  if (marked.length === 0) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  const ids = marked.map(({ id }) => id);
  const calls = await findCalls(trx, ids);
  const tooOften = marked.filter(({ times }) => times > RINGS_OF_A_CALL);
  const refused = calls.find(
    ({ id, isFromLobby }) => !isFromLobby && tooOften.some((each) => each.id === id),
  );
  if (refused) {
    const retryAfter = Math.ceil((refused.expiresAt.getTime() - now.getTime()) / 1000);
    throw new Refused("CALLS_TOO_OFTEN", { retryAfter });
  }
  const heard = calls.filter(({ id }) => marked.some((each) => each.id === id && !each.isBlocked));
  await beginPushLegs(services, trx, heard, now);
  return { calls, heard };
}

/** Tells the devices of the people called that it rings. @returns how many there were, by the call */
export async function tellRung(
  services: Services,
  { heard }: Pick<Rung, "heard">,
): Promise<ReadonlyMap<string, number>> {
  const { live, wakeOutbox, keepClips, keepRingPicture } = services;
  const counted = await Promise.all(
    heard.map(async (call) => {
      live.tell(person(call.calleeId), "request", await incoming(services, call));
      const devices = await live.count(person(call.calleeId));
      if (devices > 0) {
        tellReached(services, call);
      }
      return [call.id, devices] as const;
    }),
  );
  if (heard.length > 0) {
    wakeOutbox();
  }
  const [first] = heard;
  // Whoever rings a home stands at an entrance, or speaks for who does; the sign hangs at one.
  if (first && (!first.isToLobby || first.isBySign)) {
    const { buildingId, ringingId, apartmentId } = first;
    keepClips({ buildingId, cause: "ring", causeId: ringingId, sinceMs: 0, apartmentId });
  }
  // Only a home has a history that shows it.
  if (first && !first.isToLobby) {
    keepRingPicture({ buildingId: first.buildingId, ringingId: first.ringingId, callId: first.id });
  }
  return new Map(counted);
}

/** Rings a device that has just signed in with everything that is ringing for its person. */
export async function ringDevice(services: Services, socketId: string, userId: string): Promise<void> {
  for (const call of await findRingingFor(services.db, userId, services.clock.now())) {
    services.live.tell(device(socketId), "request", await incoming(services, call));
    tellReached(services, call);
  }
}

function tellReached({ live }: Services, call: CallRow): void {
  if (call.isBySign) {
    // Whoever rings by the sign learns nothing of who is there.
    return;
  }
  live.tell(person(call.callerId), "request:socket:success", { callId: call.id, userId: call.calleeId });
}

async function incoming(services: Services, call: CallRow): Promise<IncomingCall> {
  return {
    callId: call.id,
    from: await callerOf(services, call),
    ...placeOf(call),
    isFromLobby: call.isFromLobby,
    isToLobby: call.isToLobby,
    isUnverified: call.isUnverified,
    ...byPage(call),
    expiresAt: call.expiresAt.toISOString(),
  };
}
