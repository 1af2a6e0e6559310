import type { IncomingCall } from "@umbral/contract/calls/calls.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { device, person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { beginPushLeg } from "./call-legs.ts";
import { RINGS_OF_A_CALL } from "./call-limits.ts";
import { type CallRow, findCall, findRingingFor, markRung } from "./calls.queries.ts";
import { byPage, callerOf, findCallRow, placeOf } from "./calls.service.ts";

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
  return ring(services, actor, call);
}

/** The same for a call that was just read. */
export async function ring(services: Services, actor: Actor, call: CallRow): Promise<{ devices: number }> {
  const { db, live, clock, wakeOutbox } = services;
  // Before the devices hear of it: one that signs in this moment finds it here or is told below.
  const isHeard = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const rung = await markRung(trx, call.id, actor.sessionId, now);
    if (!rung) {
      throw new Refused("CALL_NOT_AVAILABLE");
    }
    if (rung.times > RINGS_OF_A_CALL && !call.isFromLobby) {
      const retryAfter = Math.ceil((call.expiresAt.getTime() - now.getTime()) / 1000);
      throw new Refused("CALLS_TOO_OFTEN", { retryAfter });
    }
    if (!rung.isBlocked) {
      await beginPushLeg(services, trx, call, now);
    }
    return !rung.isBlocked;
  });
  if (!isHeard) {
    // As if nobody were there: who was blocked does not learn it.
    return { devices: 0 };
  }
  wakeOutbox();
  live.tell(person(call.calleeId), "request", await incoming(services, call));
  const devices = await live.count(person(call.calleeId));
  if (devices > 0) {
    tellReached(services, call);
  }
  return { devices };
}

/** @returns how many devices rang; none of a call that somebody decided, or whose ringing was answered, meanwhile */
export async function ringOne(services: Services, actor: Actor, callId: string): Promise<number> {
  try {
    const { devices } = await ring(services, actor, await findCallRow(services, callId));
    return devices;
  } catch (error) {
    if (error instanceof Refused && error.code === "CALL_NOT_AVAILABLE") {
      return 0;
    }
    throw error;
  }
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
