import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { callSide, device, person } from "../../platform/live.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { withdrawMessages } from "../notifications/notifications.service.ts";
import { takeBack } from "./call-taking-back.ts";
import { answerCall, type DecisiveCall, missDueCalls, settleCall } from "./calls.queries.ts";

/**
 * Writes down what a locked call became, with its audit line; what still waits to be sent of it is not, and
 * what was sent is taken back.
 */
export async function writeDown(
  services: Services,
  trx: Trx,
  call: Pick<DecisiveCall, "id" | "buildingId" | "status">,
  // Nobody when a deadline decided; without a session when it was by telephone.
  by: {
    actor: { id: string; sessionId: string | null } | null;
    socketId: string | null;
    now: Date;
    rejectMessage?: string | null;
  },
): Promise<void> {
  const { status } = call;
  if (status === "CONTESTADA" && by.actor !== null) {
    await answerCall(trx, call.id, { sessionId: by.actor.sessionId, socketId: by.socketId }, by.now);
  } else if (status !== "CONTESTADA" && status !== "ENTRANTE") {
    await settleCall(trx, call.id, { status, rejectMessage: by.rejectMessage ?? null }, by.now);
  }
  await withdrawMessages(trx, call.id, by.now);
  await takeBack(services, trx, call.id, status === "RECHAZADA" ? by.actor?.sessionId : null);
  const isByTelephone = status === "CONTESTADA" && by.actor?.sessionId === null;
  await auditSettled(
    trx,
    call,
    by.actor?.id ?? null,
    by.now,
    isByTelephone ? { answeredBy: "telefono" } : {},
  );
}

function auditSettled(
  trx: Trx,
  call: { id: string; buildingId: string; status: CallStatus },
  actorId: string | null,
  at: Date,
  more: { answeredBy?: string } = {},
): Promise<void> {
  const { id: subjectId, buildingId, status } = call;
  return writeAuditLine(trx, {
    buildingId,
    actorId,
    action: "calls.settled",
    subjectId,
    detail: { status, ...more },
    at,
  });
}

/** Tells both people of a call, on all their devices, what has become of it. After the commit, never before. */
export function announce(
  { live, wakeOutbox }: Services,
  call: Pick<
    DecisiveCall,
    "id" | "callerId" | "calleeId" | "status" | "isBlocked" | "isBySign" | "answeredBy"
  >,
  more: {
    doneOn: string | null;
    rejectMessage?: string | null;
    isCallerTold?: boolean;
    answeredBy?: "telefono";
  },
): void {
  wakeOutbox();
  const { id: callId, status, callerId, calleeId: userId } = call;
  const options = more.doneOn === null ? {} : { except: device(more.doneOn) };
  const caller = person(callerId);
  const callee = person(userId);
  if (status === "CONTESTADA") {
    const by = more.answeredBy === undefined ? {} : { answeredBy: more.answeredBy };
    live.tell(caller, "call_accepted", { callId, userId, ...by }, options);
    live.tell(callee, "call_accepted:from_other_session", { callId, ...by }, options);
    return;
  }
  // A home that has blocked the caller has heard nothing of it.
  const concerned = [
    ...(isTold(call, more.isCallerTold) ? [caller] : []),
    ...(call.isBlocked ? [] : [callee]),
  ];
  for (const audience of concerned) {
    if (status === "RECHAZADA") {
      const rejectMessage = more.rejectMessage ?? null;
      live.tell(audience, "reject_call", { callId, userId, rejectMessage }, options);
    } else {
      live.tell(audience, "end", { callId, status }, options);
    }
  }
  live.clear(callSide(callId, "caller"));
  live.clear(callSide(callId, "callee"));
}

/** Whoever rings by the sign is not told of calls that nobody answered: how many there were is who lives there. */
const isTold = (
  { isBySign, status, answeredBy }: Pick<DecisiveCall, "isBySign" | "status" | "answeredBy">,
  isCallerTold = true,
): boolean => isCallerTold && (!isBySign || status === "RECHAZADA" || answeredBy !== null);

/** Every call that nobody answered in time becomes PERDIDA, and its two people hear it. */
export async function missDue(services: Services): Promise<void> {
  const now = services.clock.now();
  const missed = await services.db.transaction().execute(async (trx) => {
    const calls = await missDueCalls(trx, now);
    for (const call of calls) {
      await auditSettled(trx, call, null, now);
      await takeBack(services, trx, call.id);
    }
    return calls;
  });
  for (const call of missed) {
    announce(services, call, { doneOn: null });
  }
}
