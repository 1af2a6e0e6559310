import { nextInRinging, statusAt } from "@umbral/contract/calls/call-machine";
import type { TelephoneWord } from "@umbral/contract/calls/calls.contract";
import { KEY_COMING, KEY_OPEN } from "@umbral/contract/calls/telephone.contract";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { may } from "@umbral/contract/lib/policy";
import { type ErrorCode, sentenceOf } from "@umbral/contract/lib/refusals";
import type { Person, Services } from "../../platform/context.ts";
import { isDuplicate } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { person as devicesOf } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { mayOperateDoor, operateDoor } from "../doors/doors.service.ts";
import { claimOpening, hasLeg, noteTelephoneWord, releaseOpening } from "./call-legs.queries.ts";
import { announce, writeDown } from "./call-record.ts";
import { mayStillAnswer } from "./callers.queries.ts";
import { type CallRow, type DecisiveCall, findCall, lockRinging } from "./calls.queries.ts";
import {
  ask,
  menuOf,
  OPENED,
  opensByTelephone,
  say,
  TO_OPEN,
  TOLD,
  UNAVAILABLE,
  whoCallsAloud,
} from "./telephone-words.ts";

/** The entrance, where the doorman's flow opens too (specification §9). */
const ENTRANCE = "1";

/** Of these it is certain that the relay did not move: the key may be pressed again. */
const NOT_MOVED: readonly ErrorCode[] = [
  "DOOR_OFFLINE",
  "DOOR_FAILED",
  "DOOR_ORDER_EXPIRED",
  "DOOR_TOO_OFTEN",
  "DOOR_NOT_FOUND",
  "NOT_ALLOWED",
  "CALL_NOT_AVAILABLE",
];

/** The automatic phone call was picked up, by a person or a machine: nothing is decided by that. */
export async function pickUpTelephone(services: Services, callId: string): Promise<string> {
  const line = await findLine(services, callId);
  return line
    ? ask(`Hola. ${whoCallsAloud(line.call)} ${menuOf(line.opens)}`, keysUrl(services, callId))
    : say(UNAVAILABLE);
}

/** A key was pressed in it: 1 and 9 answer the call, 9 also opens the entrance. */
export async function pressTelephoneKey(
  services: Services,
  hub: ControllerHub,
  callId: string,
  { key, pressedAt }: { key: string; pressedAt: number },
): Promise<string> {
  const line = await findLine(services, callId);
  if (!line) {
    return say(UNAVAILABLE);
  }
  const isKnown = key === KEY_COMING || (key === KEY_OPEN && line.opens);
  if (!isKnown) {
    return ask(menuOf(line.opens), keysUrl(services, callId));
  }
  const isComing = key === KEY_COMING;
  if (!(await answerByTelephone(services, line.callee, callId, isComing))) {
    return say(UNAVAILABLE);
  }
  if (key === KEY_OPEN) {
    return openEntrance(services, hub, line, pressedAt);
  }
  tellCaller(services, line.call, "coming");
  return line.opens ? ask(`${TOLD} ${TO_OPEN}`, keysUrl(services, callId)) : say(`${TOLD} Adiós.`);
}

interface Line {
  call: CallRow;
  callee: Person;
  /** Is opening offered? */
  opens: boolean;
}

/** The call, if the telephone may still decide it: nobody answered yet and it is still for them, or this leg did. */
async function findLine(services: Services, callId: string): Promise<Line | null> {
  const { db, clock, gate } = services;
  const call = await findCall(db, callId);
  const now = clock.now();
  const status = call && statusAt(call, now);
  const isOurs =
    status === "ENTRANTE"
      ? await mayStillAnswer(db, callId, now)
      : status === "CONTESTADA" && call?.answeredBy === "telefono";
  const callee = call && isOurs ? await gate.personOf(call.calleeId) : null;
  if (!call || !callee || !(await hasLeg(db, callId, "voice"))) {
    return null;
  }
  const { buildingId } = call;
  const opens =
    opensByTelephone(call) &&
    may(callee, "calls.door-panel", { buildingId }) &&
    (await mayOperateDoor(services, callee, buildingId, ENTRANCE));
  return { call, callee, opens };
}

/** Who is first is decided in the database. @returns whether the call is the telephone's now */
async function answerByTelephone(
  services: Services,
  callee: Person,
  callId: string,
  isComing: boolean,
): Promise<boolean> {
  const { db, clock } = services;
  const decision = db.transaction().execute(async (trx): Promise<DecisiveCall[] | null> => {
    const calls = await lockRinging(trx, callId);
    const now = clock.now();
    const step = nextInRinging(calls, callId, { by: "callee", to: "CONTESTADA" }, now);
    if (step.kind === "refused") {
      return null;
    }
    const isTaken = step.kind === "repeated" && !calls.some(isByTelephone(callId));
    if (isTaken || (step.kind === "moved" && !(await mayStillAnswer(trx, callId, now)))) {
      return null;
    }
    if (isComing) {
      await noteTelephoneWord(trx, callId, "coming");
    }
    if (step.kind === "repeated") {
      return [];
    }
    await writeDown(services, trx, step.changed, {
      actor: { id: callee.id, sessionId: null },
      socketId: null,
      now,
    });
    return step.changed;
  });
  const changed = await decision.catch((error: unknown) => {
    if (isDuplicate(error, "calls_one_answered")) {
      return null;
    }
    throw error;
  });
  for (const call of changed ?? []) {
    announce(services, call, {
      doneOn: null,
      answeredBy: "telefono",
      isCallerTold: call.status === "CONTESTADA",
    });
  }
  return changed !== null;
}

const isByTelephone = (callId: string) => (call: DecisiveCall) =>
  call.id === callId && call.answeredBy === "telefono";

/** Opens once a call, however often the key or the provider's request is repeated. */
async function openEntrance(
  services: Services,
  hub: ControllerHub,
  { call, callee }: Line,
  pressedAt: number,
): Promise<string> {
  const { db, newId } = services;
  const requestId = await claimOpening(db, call.id, newId());
  if (requestId === null) {
    return say(UNAVAILABLE);
  }
  try {
    await operateDoor(services, hub, callee, {
      buildingId: call.buildingId,
      door: ENTRANCE,
      action: DOOR_OPEN,
      requestId,
      callId: call.id,
      pressedAt,
    });
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    if (!NOT_MOVED.includes(error.code)) {
      return say(`${sentenceOf(error.code)} Adiós.`);
    }
    await releaseOpening(db, call.id, requestId);
    return error.code === "CALL_NOT_AVAILABLE"
      ? say(UNAVAILABLE)
      : ask(`${sentenceOf(error.code)} ${TO_OPEN}`, keysUrl(services, call.id));
  }
  await noteTelephoneWord(services.db, call.id, "opened");
  tellCaller(services, call, "opened");
  return say(OPENED);
}

function tellCaller({ live }: Services, call: CallRow, saidByKey: TelephoneWord): void {
  live.tell(devicesOf(call.callerId), "telephone:key", {
    callId: call.id,
    userId: call.calleeId,
    said: saidByKey,
  });
}

const keysUrl = ({ env }: Services, callId: string): string =>
  `${publicUrlOf(env)}/api/call/${callId}/telephone/keys`;
