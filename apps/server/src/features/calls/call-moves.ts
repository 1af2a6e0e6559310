import { nextInRinging } from "@umbral/contract/calls/call-machine";
import type { Call, CallDecision } from "@umbral/contract/calls/calls.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate } from "../../platform/database.ts";
import { callSide, session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { announce, writeDown } from "./call-record.ts";
import { type DecisiveCall, lockRinging, nameCalleeDevice } from "./calls.queries.ts";
import { readCallOf } from "./calls.service.ts";

export interface CallWish {
  callId: string;
  to: CallDecision;
  /** The device that asks: it is not told what it did itself. */
  socketId?: string | undefined;
  /** What an HTTP request says of its device, to be believed only of one of its own session. */
  claimedSocketId?: string | undefined;
  rejectMessage?: string | undefined;
}

/**
 * Answers, rejects, cancels or hangs up: whoever is first is decided in the database, with the whole
 * ringing locked. A second time is a repetition: the same reply, and nobody is told again.
 * @throws {Refused} CALL_NOT_AVAILABLE when the call cannot become that any more, or not by this person
 */
export async function moveCall(services: Services, actor: Actor, wish: CallWish): Promise<{ call: Call }> {
  const { live } = services;
  const socketId = wish.socketId ?? (await ownDevice(services, actor, wish.claimedSocketId));
  const { changed, repeated } = await decide(services, actor, { ...wish, socketId });

  if (repeated !== null && wish.to === "CONTESTADA") {
    await repeatAnswer(services, repeated, actor, socketId);
  }
  if (wish.to === "CONTESTADA" && socketId !== null) {
    // Before the caller hears of it: an offer that comes at once must find somebody here.
    live.stand(socketId, callSide(wish.callId, "callee"));
  }
  const isAnswered = changed.some((call) => call.status === "CONTESTADA");
  for (const call of changed) {
    announce(services, call, {
      doneOn: socketId,
      rejectMessage: wish.rejectMessage || null,
      // Who was answered knows by that what became of the other calls.
      isCallerTold: !isAnswered || call.status === "CONTESTADA",
    });
  }
  return readCallOf(services, actor, wish.callId);
}

/**
 * 'Rechazar' on the notification of a call: only the person called has one.
 * @throws {Refused} CALL_NOT_FOUND, CALL_NOT_AVAILABLE
 */
export async function rejectCallOf(services: Services, actor: Actor, callId: string): Promise<void> {
  const parties = await services.gate.partiesOf(callId);
  if (parties?.calleeId !== actor.id) {
    throw new Refused("CALL_NOT_FOUND");
  }
  await moveCall(services, actor, { callId, to: "RECHAZADA" });
}

/** A device that belongs to another session, or is gone, is none: the call is answered all the same. */
async function ownDevice(
  { live }: Services,
  actor: Actor,
  socketId: string | undefined,
): Promise<string | null> {
  return socketId !== undefined && (await live.includes(session(actor.sessionId), socketId))
    ? socketId
    : null;
}

async function decide(
  services: Services,
  actor: Actor,
  wish: { callId: string; to: CallDecision; socketId: string | null; rejectMessage?: string | undefined },
): Promise<{ changed: DecisiveCall[]; repeated: DecisiveCall | null }> {
  const { db, clock } = services;
  const decision = db.transaction().execute(async (trx) => {
    const calls = await lockRinging(trx, wish.callId);
    // Read when the wait for the locks is over: a deadline may have gone by.
    const now = clock.now();
    const named = calls.find((call) => call.id === wish.callId);
    const by = named?.callerId === actor.id ? "caller" : "callee";
    const step = nextInRinging(calls, wish.callId, { by, to: wish.to }, now);
    if (named === undefined || step.kind === "refused") {
      throw new Refused("CALL_NOT_AVAILABLE");
    }
    if (step.kind === "repeated") {
      return { changed: [], repeated: named };
    }
    for (const call of step.changed) {
      const rejectMessage = wish.rejectMessage || null;
      await writeDown(services, trx, call, { actor, socketId: wish.socketId, now, rejectMessage });
    }
    return { changed: step.changed, repeated: null };
  });
  return decision.catch((error: unknown) => {
    // The database's own rule: one answered call in a ringing, whatever went wrong above.
    throw isDuplicate(error, "calls_one_answered") ? new Refused("CALL_NOT_AVAILABLE") : error;
  });
}

/**
 * Only the device that answered repeats its answer, under a new socket if it lost the one it answered
 * on; for any other device the call was taken elsewhere.
 */
async function repeatAnswer(
  { db, live }: Services,
  call: DecisiveCall,
  actor: Actor,
  socketId: string | null,
): Promise<void> {
  const answeredOn = call.calleeSocketId;
  const isOther = socketId !== null && answeredOn !== null && answeredOn !== socketId;
  if (
    call.calleeSessionId !== actor.sessionId ||
    (isOther && (await live.includes(session(actor.sessionId), answeredOn)))
  ) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  if (socketId !== null) {
    await nameCalleeDevice(db, call.id, socketId);
  }
}
