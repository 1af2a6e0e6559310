import type { Database } from "../../platform/database.ts";
import type { Gate } from "../../platform/gate.ts";
import { findPlace } from "./buildings.queries.ts";

/** Answers for the gate: where things are. Doors and cameras are known to their own rooms. */
export const placesOf = (
  db: Database,
  others: Record<"door" | "camera" | "input", (id: string) => ReturnType<Gate["placeOf"]>>,
): Pick<Gate, "placeOf"> => ({
  placeOf: (kind, id) =>
    kind === "door" || kind === "camera" || kind === "input" ? others[kind](id) : findPlace(db, kind, id),
});
