import type { Place } from "@umbral/contract/lib/policy";
import type { Database } from "../../platform/database.ts";
import { findBuildingOfInput } from "./inputs.queries.ts";

/** Answers for the gate: in which building an input is. */
export const placeOfInput =
  (db: Database) =>
  async (id: string): Promise<Place | null> => {
    const buildingId = await findBuildingOfInput(db, id);
    return buildingId === undefined ? null : { buildingId };
  };
