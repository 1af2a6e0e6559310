import type { Place } from "@umbral/contract/lib/policy";
import type { Database } from "../../platform/database.ts";
import { findBuildingOfDoor } from "./doors.queries.ts";

/** Answers for the gate: in which building a door is. Its scope is asked about where it is opened. */
export const placeOfDoor =
  (db: Database) =>
  async (id: string): Promise<Place | null> => {
    const buildingId = await findBuildingOfDoor(db, id);
    return buildingId === undefined ? null : { buildingId };
  };
