import type { Services, SessionChoice } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { session as everyDeviceOf } from "../../platform/live.ts";
import { endSessionsOf } from "./sessions.queries.ts";

/** Sessions that end with the action, and what to do once it is committed: their calls' sides are told, their sockets end. */
export interface Ended {
  ids: string[];
  leave: () => void;
}

/**
 * Ends sessions of somebody and the calls that are held or rung in them, in one action: whoever holds a phone that was
 * signed out neither talks on nor rings on.
 * @param by who ends them; without a session when they came by a link
 */
export async function endSessions(
  services: Services,
  trx: Trx,
  {
    userId,
    which,
    by,
  }: { userId: string; which: SessionChoice; by: { id: string; sessionId: string | null } },
): Promise<Ended> {
  // The person first, as everywhere: of two who end the same sessions one waits, and none for the other in a circle.
  const tellOfCalls = await services.leaveCalls(trx, userId, by, which);
  const ids = await endSessionsOf(trx, userId, which, services.clock.now());
  return {
    ids,
    leave: () => {
      tellOfCalls();
      for (const id of ids) {
        services.live.dismiss(everyDeviceOf(id));
      }
    },
  };
}
