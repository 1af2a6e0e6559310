import { statusLeftBy } from "@umbral/contract/calls/call-machine";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { announce, writeDown } from "./call-record.ts";
import { lockCallsOf } from "./calls.queries.ts";

/**
 * Somebody is nobody any more: nothing that they ring, that rings for them or in which they stand goes on. Part of the
 * action that takes their sessions, so that one without the other is never true.
 * @param by who took them
 * @returns what tells the two sides, once that is committed
 */
export async function leaveCallsOf(
  services: Services,
  trx: Trx,
  userId: string,
  by: Pick<Actor, "id" | "sessionId">,
): Promise<() => void> {
  const calls = await lockCallsOf(trx, userId);
  // Read when the wait for the locks is over: a deadline may have gone by.
  const now = services.clock.now();
  const left = calls.map((call) => {
    const side = call.callerId === userId ? "caller" : "callee";
    return { ...call, status: statusLeftBy(call, side, now) };
  });
  for (const call of left) {
    await writeDown(services, trx, call, { actor: by, socketId: null, now });
  }
  return () => {
    for (const call of left) {
      announce(services, call, { doneOn: null });
    }
  };
}
