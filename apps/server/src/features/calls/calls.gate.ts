import type { Database } from "../../platform/database.ts";
import type { Gate } from "../../platform/gate.ts";
import { findParties } from "./calls.queries.ts";

/** Answers for the gate: whose call it is. */
export const partiesOfCalls = (db: Database): Pick<Gate, "partiesOf"> => ({
  partiesOf: (callId) => findParties(db, callId),
});
