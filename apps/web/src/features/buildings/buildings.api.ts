import { useQuery } from "@tanstack/react-query";
import type { apartmentDirectory, listBuildings } from "@umbral/contract/buildings/buildings.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** How long the names of a building's apartments are good for without asking: they hardly ever change. */
const DIRECTORY_MS = 300_000;

/** All buildings, by name. */
export function useBuildings(isWanted = true) {
  const asked = queryOf<typeof listBuildings>("GET", "/api/buildings");
  return useQuery({
    ...asked,
    queryFn: async (how) => {
      try {
        return await asked.queryFn(how);
      } catch (error) {
        if (!how.signal.aborted) {
          // biome-ignore lint/suspicious/noConsole: this failure is logged (specification §8)
          console.warn("the buildings could not be read", error);
        }
        throw error;
      }
    },
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
