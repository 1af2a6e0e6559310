import type { Camera } from "@umbral/contract/cameras/cameras.contract";
import type { Services } from "../../platform/context.ts";
import { findCameras } from "./cameras.queries.ts";

/** The cameras of a building, for a program that may see them. */
export const camerasOfBuilding = ({ db }: Services, buildingId: string): Promise<Camera[]> =>
  findCameras(db, buildingId);
