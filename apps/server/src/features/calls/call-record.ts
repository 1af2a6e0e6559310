import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { callSide, device, person } from "../../platform/live.ts";
import { writeAuditLines } from "../audit/audit.service.ts";
import { withdrawMessages } from "../notifications/notifications.service.ts";
import { takeBack } from "./call-taking-back.ts";
import { answerCall, type DecisiveCall, missDueCalls, settleCalls } from "./calls.queries.ts";

/**
 * Writes down what locked calls became, each with its audit line; what still waits to be sent of them is not, and
 * what was sent is taken back. A home's whole ringing is decided at once: whoever waits for the answer waits for this.
 */
export async function writeDown(
  services: Services,
  trx: Trx,
  calls: readonly Pick<DecisiveCall, "id" | "buildingId" | "status">[],
  // Nobody when a deadline decided; without a session when it was by telephone.
  by: {
    actor: { id: string; sessionId: string | null } | null;
    socketId: string | null;
    now: Date;
    rejectMessage?: string | null;
  },
): Promise<void> {
  const idsOf = (status: CallStatus) => calls.flatMap((call) => (call.status === status ? [call.id] : []));
  const { actor, socketId, now } = by;
  const [answered] = idsOf("CONTESTADA");
  if (answered !== undefined && actor !== null) {
    await answerCall(trx, answered, { sessionId: actor.sessionId, socketId }, now);
  }
  for (const status of ["RECHAZADA", "PERDIDA", "TERMINADA"] as const) {
    await settleCalls(trx, idsOf(status), { status, rejectMessage: by.rejectMessage ?? null }, now);
  }
  await withdrawMessages(
    trx,
    calls.map(({ id }) => id),
    now,
  );
  for (const { id, status } of calls) {
    await takeBack(services, trx, id, status === "RECHAZADA" ? actor?.sessionId : null);
  }
  await auditSettled(trx, calls, actor, now);
}

function auditSettled(
  trx: Trx,
  calls: readonly Pick<DecisiveCall, "id" | "buildingId" | "status">[],
  actor: { id: string; sessionId: string | null } | null,
  at: Date,
): Promise<void> {
  return writeAuditLines(
    trx,
    calls.map(({ id: subjectId, buildingId, status }) => {
      const isByTelephone = status === "CONTESTADA" && actor?.sessionId === null;
      const detail = { status, ...(isByTelephone ? { answeredBy: "telefono" } : {}) };
      return { buildingId, actorId: actor?.id ?? null, action: "calls.settled", subjectId, detail, at };
    }),
  );
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
    await auditSettled(trx, calls, null, now);
    for (const call of calls) {
      await takeBack(services, trx, call.id);
    }
    return calls;
  });
  for (const call of missed) {
    announce(services, call, { doneOn: null });
  }
}
