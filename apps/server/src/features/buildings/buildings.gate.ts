import type { Database } from "../../platform/database.ts";
import type { Gate } from "../../platform/gate.ts";
import { findPlace } from "./buildings.queries.ts";

/** Answers for the gate: where things are. */
export const placesOf = (db: Database): Pick<Gate, "placeOf"> => ({
  placeOf: (kind, id) => findPlace(db, kind, id),
});
