import type { Database } from "../../platform/database.ts";
import type { Gate } from "../../platform/gate.ts";
import { findParties } from "./calls.queries.ts";

type Parties = { callerId: string; calleeId: string };

/** Calls whose people are remembered: those that are running, and some more. */
const REMEMBERED = 2000;

/**
 * Answers for the gate: whose call it is. The two people of a call never change, and a connection that is
 * being made asks for them with every candidate.
 */
export function partiesOfCalls(db: Database): Pick<Gate, "partiesOf"> {
  const known = new Map<string, Parties>();
  return {
    async partiesOf(callId) {
      const remembered = known.get(callId);
      if (remembered) {
        return remembered;
      }
      const found = await findParties(db, callId);
      if (found) {
        known.set(callId, found);
        const [oldest] = known.keys();
        if (known.size > REMEMBERED && oldest !== undefined) {
          known.delete(oldest);
        }
      }
      return found;
    },
  };
}
