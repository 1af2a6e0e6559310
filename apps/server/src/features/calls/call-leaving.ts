import { statusLeftBy } from "@umbral/contract/calls/call-machine";
import type { Services, SessionChoice } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { announce, writeDown } from "./call-record.ts";
import { type DecisiveCall, lockCallsOf } from "./calls.queries.ts";

/**
 * Somebody is nobody any more: nothing that they ring, that rings for them or in which they stand goes on. Part of the
 * action that takes their sessions, so that one without the other is never true.
 * @param by who took them
 * @param sessions those that end, where the person stays: what rings for them, what they answered by telephone and
 *   what stands in another session of theirs goes on
 * @returns what tells the two sides, once that is committed
 */
export async function leaveCallsOf(
  services: Services,
  trx: Trx,
  userId: string,
  by: { id: string; sessionId: string | null },
  sessions?: SessionChoice,
): Promise<() => void> {
  const calls = await lockCallsOf(trx, userId);
  // Read when the wait for the locks is over: a deadline may have gone by.
  const now = services.clock.now();
  const left = calls
    .filter((call) => sessions === undefined || isAmong(sessions, sessionIn(call, userId)))
    .map((call) => ({ ...call, status: statusLeftBy(call, sideOf(call, userId), now) }));
  await writeDown(services, trx, left, { actor: by, socketId: null, now });
  return () => {
    for (const call of left) {
      announce(services, call, { doneOn: null });
    }
  };
}

const sideOf = (call: DecisiveCall, userId: string) => (call.callerId === userId ? "caller" : "callee");

/** The session in which somebody calls or has answered: none before an answer, or by telephone. */
const sessionIn = (call: DecisiveCall, userId: string): string | null =>
  sideOf(call, userId) === "caller" ? call.callerSessionId : call.calleeSessionId;

const isAmong = (sessions: SessionChoice, id: string | null): boolean =>
  id !== null && ("only" in sessions ? id === sessions.only : id !== sessions.except);
