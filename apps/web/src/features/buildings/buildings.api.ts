import { useQuery } from "@tanstack/react-query";
import type {
  apartmentDirectory,
  findApartmentUsers,
  listBuildings,
} from "@umbral/contract/buildings/buildings.contract";
import { call } from "../../lib/call.ts";
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

/** The people that a call to this apartment rings; nobody when it has none. Towers may share a name: the id decides. */
export async function findPeopleOf(buildingId: string, apartment: { id: string; name: string }) {
  const { apartmentUsers } = await call<typeof findApartmentUsers>(
    "GET",
    "/api/buildings/{buildingId}/apartments/{apartmentNumber}",
    { params: { buildingId, apartmentNumber: apartment.name } },
  );
  return apartmentUsers.find(({ id }) => id === apartment.id)?.users ?? [];
}
