import { useQuery } from "@tanstack/react-query";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The doors of a building with their cameras, their place on the plan, and what this person may do. */
export function useDoors(buildingId: string, isWanted = true) {
  return useQuery({
    ...queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id: buildingId } }),
    enabled: isWanted,
    select: ({ doors }) => doors,
  });
}
