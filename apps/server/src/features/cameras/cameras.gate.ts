import type { Place } from "@umbral/contract/lib/policy";
import type { Database } from "../../platform/database.ts";
import { findBuildingOfCamera } from "./cameras.queries.ts";

/** Answers for the gate: in which building a camera is. */
export const placeOfCamera =
  (db: Database) =>
  async (id: string): Promise<Place | null> => {
    const buildingId = await findBuildingOfCamera(db, id);
    return buildingId === undefined ? null : { buildingId };
  };
