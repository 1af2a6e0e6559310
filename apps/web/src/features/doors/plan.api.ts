import { useQuery } from "@tanstack/react-query";
import type { listFloors, listTowers } from "@umbral/contract/buildings/buildings.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The towers of a building, in natural order. */
export function useTowers(buildingId: string) {
  return useQuery({
    ...queryOf<typeof listTowers>("GET", "/api/buildings/{id}/towers", { params: { id: buildingId } }),
    select: ({ towers }) => towers,
  });
}

/** The floors of a tower with the addresses of their plans, in natural order. */
export function useFloors(towerId: string | undefined) {
  return useQuery({
    ...queryOf<typeof listFloors>("GET", "/api/towers/{id}/floors", { params: { id: towerId ?? "" } }),
    enabled: towerId !== undefined,
    select: ({ floors }) => floors,
  });
}
