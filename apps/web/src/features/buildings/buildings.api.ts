import { useQuery } from "@tanstack/react-query";
import type { apartmentDirectory, listBuildings } from "@umbral/contract/buildings/buildings.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** How long the names of a building's apartments are good for without asking: they hardly ever change. */
const DIRECTORY_MS = 300_000;

/** All buildings, by name. */
export function useBuildings(isWanted = true) {
  return useQuery({
    ...queryOf<typeof listBuildings>("GET", "/api/buildings"),
    enabled: isWanted,
    select: ({ buildings }) =>
      [...buildings].sort((one, other) => one.name.localeCompare(other.name, "es", { numeric: true })),
  });
}

/** The apartments of a building by name, for whoever may call them. */
export function useApartmentDirectory(buildingId: string) {
  return useQuery({
    ...queryOf<typeof apartmentDirectory>("GET", "/api/buildings/{buildingId}/apartments", {
      params: { buildingId },
    }),
    staleTime: DIRECTORY_MS,
    select: ({ apartments }) => apartments,
  });
}
