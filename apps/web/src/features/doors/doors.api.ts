import { useQuery } from "@tanstack/react-query";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import { call } from "../../lib/call.ts";

/** The doors of a building with their cameras, their place on the plan, and what this person may do. */
export function useDoors(buildingId: string, isWanted = true) {
  return useQuery({
    queryKey: ["doors", buildingId],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { doors } = await call<typeof listDoors>("GET", "/api/buildings/{id}/doors", {
        params: { id: buildingId },
        signal,
      });
      return doors;
    },
  });
}
