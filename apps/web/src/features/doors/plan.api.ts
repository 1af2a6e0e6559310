import { useQuery } from "@tanstack/react-query";
import type { listFloors, listTowers } from "@umbral/contract/buildings/buildings.contract";
import { call } from "../../lib/call.ts";

/** The towers of a building, in natural order. */
export function useTowers(buildingId: string) {
  return useQuery({
    queryKey: ["towers", buildingId],
    queryFn: async ({ signal }) => {
      const { towers } = await call<typeof listTowers>("GET", "/api/buildings/{id}/towers", {
        params: { id: buildingId },
        signal,
      });
      return towers;
    },
  });
}

/** The floors of a tower with the addresses of their plans, in natural order. */
export function useFloors(towerId: string | undefined) {
  return useQuery({
    queryKey: ["floors", towerId],
    enabled: towerId !== undefined,
    queryFn: async ({ signal }) => {
      const { floors } = await call<typeof listFloors>("GET", "/api/towers/{id}/floors", {
        params: { id: towerId ?? "" },
        signal,
      });
      return floors;
    },
  });
}
