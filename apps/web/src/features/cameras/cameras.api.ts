import { useQuery } from "@tanstack/react-query";
import type { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The cameras of a building, in its order. */
export function useCameras(buildingId: string, isWanted = true) {
  return useQuery({
    ...queryOf<typeof listCameras>("GET", "/api/buildings/{id}/cameras", { params: { id: buildingId } }),
    enabled: isWanted,
    select: ({ cameras }) => cameras,
  });
}
