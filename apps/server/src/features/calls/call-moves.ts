import { isOver, nextInRinging, statusAt } from "@umbral/contract/calls/call-machine";
import type { Call, CallDecision } from "@umbral/contract/calls/calls.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { callSide, session } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { isSessionOpen } from "../auth/sessions.service.ts";
import { announce, writeDown } from "./call-record.ts";
import { mayStillAnswer, mayStillReject } from "./callers.queries.ts";
import {
  type DecisiveCall,
  isRingingOn,
  lockAround,
  lockRinging,
  nameCalleeDevice,
} from "./calls.queries.ts";
import { readCallOf } from "./calls.service.ts";

export interface CallWish {
  callId: string;
  to: CallDecision;
  /** The device that asks: it is not told what it did itself. */
  socketId?: string | undefined;
  /** What an HTTP request says of its device, to be believed only of one of its own session. */
  claimedSocketId?: string | undefined;
  rejectMessage?: string | undefined;
  /** When answering: the call in which they stand already ends. */
  endsRunning?: boolean | undefined;
}

/**
 * Answers, rejects, cancels or hangs up: whoever is first is decided in the database, with the whole
 * ringing locked. A second time is a repetition: the same reply, and nobody is told again.
 * @throws {Refused} CALL_NOT_AVAILABLE when the call cannot become that any more, or not by this person, who may have moved out
 *   or have blocked the caller while it rang;
 *   SIGN_IN_REQUIRED when their session ended meanwhile; ALREADY_IN_CALL when they stand in another call that they have not said to end
 */
export async function moveCall(services: Services, actor: Actor, wish: CallWish): Promise<{ call: Call }> {
  const { live } = services;
  const socketId = wish.socketId ?? (await ownDevice(services, actor, wish.claimedSocketId));
  const { changed, left, repeated } = await decide(services, actor, wish, socketId);

  if (repeated !== null && wish.to === "CONTESTADA") {
    await repeatAnswer(services, repeated, actor, socketId);
  }
  if (wish.to === "CONTESTADA" && socketId !== null) {
    // Before the caller hears of it: an offer that comes at once must find somebody here.
    live.stand(socketId, callSide(wish.callId, "callee"));
  }
  const isAnswered = changed.some((call) => call.status === "CONTESTADA");
  const isUntold = await isOneOfMany(services, changed);
  for (const call of changed) {
    announce(services, call, {
      doneOn: socketId,
      rejectMessage: wish.rejectMessage || null,
      // Who was answered knows by that what became of the other calls.
      isCallerTold: (!isAnswered || call.status === "CONTESTADA") && !isUntold,
    });
  }
  for (const call of left) {
    announce(services, call, { doneOn: null });
  }
  return readCallOf(services, actor, wish.callId);
}

/** Whoever rings by the sign is told of a no once nobody else of the home can answer. */
async function isOneOfMany({ db }: Services, changed: readonly DecisiveCall[]): Promise<boolean> {
  const rejected = changed.find(({ isBySign, status }) => isBySign && status === "RECHAZADA");
  return rejected !== undefined && (await isRingingOn(db, rejected.ringingId));
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

interface Decided {
  changed: DecisiveCall[];
  /** Other calls that ended because this one was answered. */
  left: DecisiveCall[];
  repeated: DecisiveCall | null;
}

const ONE_RUNNING = ["calls_one_running_of_caller", "calls_one_running_of_callee"];

async function decide(
  services: Services,
  actor: Actor,
  wish: CallWish,
  socketId: string | null,
): Promise<Decided> {
  const { db, clock } = services;
  const decision = db.transaction().execute(async (trx): Promise<Decided> => {
    const isAnswer = wish.to === "CONTESTADA";
    const around = await (isAnswer ? lockAround : lockRinging)(trx, wish.callId);
    const ringingId = around.find(({ id }) => id === wish.callId)?.ringingId;
    const calls = around.filter((call) => call.ringingId === ringingId);
    // Meanwhile their session may have ended, and with it what they talk in.
    if (isAnswer && !(await isSessionOpen(trx, actor.sessionId))) {
      throw new Refused("SIGN_IN_REQUIRED");
    }
    // Read when the wait for the locks is over: a deadline may have gone by.
    const now = clock.now();
    const named = calls.find((call) => call.id === wish.callId);
    const by = named?.callerId === actor.id ? "caller" : "callee";
    const step = nextInRinging(calls, wish.callId, { by, to: wish.to }, now);
    if (named === undefined || step.kind === "refused") {
      throw new Refused("CALL_NOT_AVAILABLE");
    }
    if (step.kind === "repeated") {
      return { changed: [], left: [], repeated: named };
    }
    const isLate =
      (isAnswer && !(await mayStillAnswer(trx, named.id, now))) ||
      (wish.to === "RECHAZADA" && !(await mayStillReject(trx, named.id, now)));
    if (isLate) {
      throw new Refused("CALL_NOT_AVAILABLE");
    }
    const others = isAnswer ? around.filter((call) => call.ringingId !== ringingId) : [];
    const left = await leaveOthers(services, trx, {
      named,
      others,
      actor,
      now,
      may: wish.endsRunning === true,
    });
    const rejectMessage = wish.rejectMessage || null;
    await writeDown(services, trx, step.changed, { actor, socketId, now, rejectMessage });
    return { changed: step.changed, left, repeated: null };
  });
  return decision.catch((error: unknown) => {
    // The database's own rules, whatever went wrong above: one answered call in a ringing, one running for a person.
    if (ONE_RUNNING.some((rule) => isDuplicate(error, rule))) {
      throw new Refused("ALREADY_IN_CALL");
    }
    throw isDuplicate(error, "calls_one_answered") ? new Refused("CALL_NOT_AVAILABLE") : error;
  });
}

/**
 * A person stands in one running call: by an answer both its people leave the one in which they stood, and ring
 * nobody else any more. Who answers is asked first; who rang while they talked has said so by ringing.
 */
async function leaveOthers(
  services: Services,
  trx: Trx,
  {
    named,
    others,
    actor,
    now,
    may,
  }: { named: DecisiveCall; others: readonly DecisiveCall[]; actor: Actor; now: Date; may: boolean },
): Promise<DecisiveCall[]> {
  const live = others.filter((call) => !isOver(statusAt(call, now)));
  const isMine = (call: DecisiveCall) => call.callerId === actor.id || call.calleeId === actor.id;
  if (!may && live.some((call) => call.status === "CONTESTADA" && isMine(call))) {
    throw new Refused("ALREADY_IN_CALL");
  }
  const left = live.map((call) => ({ ...call, status: "TERMINADA" as const }));
  for (const call of left) {
    const leaver = isMine(call) ? actor : { id: named.callerId, sessionId: null };
    await writeDown(services, trx, [call], { actor: leaver, socketId: null, now });
  }
  return left;
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
