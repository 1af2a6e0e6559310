import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  administerBuildings,
  exportBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";

const BUILDINGS = "admin-buildings";
/** Buildings on one page of the table. */
const PAGE = 20;
/** Controllers come and go without a word to who looks at a list. */
const LOOK_AGAIN_MS = 20_000;

/** One page of the buildings whose name, address or city holds the text. */
export function useAdminBuildings(search: string, page: number) {
  return useQuery({
    queryKey: [BUILDINGS, "page", { search, page }],
    queryFn: ({ signal }) =>
      call<typeof administerBuildings>("GET", "/api/{product}/buildings", {
        query: { search, page, limit: PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** All buildings, for a choice among them. */
export function useAllBuildings() {
  return useQuery({
    queryKey: [BUILDINGS, "all"],
    queryFn: async ({ signal }) =>
      (await call<typeof administerBuildings>("GET", "/api/{product}/buildings", { signal })).buildings,
  });
}

/** One building, and how its controller is. Nothing is asked without one. */
export function useAdminBuilding(buildingId: string | undefined) {
  return useQuery({
    queryKey: [BUILDINGS, "one", buildingId],
    enabled: buildingId !== undefined,
    queryFn: async ({ signal }) => {
      const { building } = await call<typeof readBuilding>("GET", "/api/{product}/buildings/{id}", {
        params: { id: buildingId ?? "" },
        signal,
      });
      return building;
    },
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export const downloadBuildings = (search: string): Promise<void> =>
  download<typeof exportBuildings>("GET", "/api/{product}/buildings.csv", { query: { search } });
