import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  administerBuildings,
  BuildingOrder,
  exportBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import type { Order } from "../../lib/useListOrder.ts";

/** Buildings on one page of the table. */
const PAGE = 20;
/** Controllers come and go without a word to who looks at a list. */
const LOOK_AGAIN_MS = 20_000;

/** One page of the buildings whose name, address or city holds the text. */
export function useAdminBuildings(search: string, page: number, { by, isDescending }: Order<BuildingOrder>) {
  return useQuery({
    ...queryOf<typeof administerBuildings>("GET", "/api/{product}/buildings", {
      query: { search, page, limit: PAGE, sort: by, direction: isDescending ? "desc" : "asc" },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** All buildings, for a choice among them. */
export function useAllBuildings(isWanted = true) {
  return useQuery({
    ...queryOf<typeof administerBuildings>("GET", "/api/{product}/buildings"),
    enabled: isWanted,
    select: ({ buildings }) => buildings,
  });
}

/** One building, and how its controller is. Nothing is asked without one. */
export function useAdminBuilding(buildingId: string | undefined) {
  return useQuery({
    ...queryOf<typeof readBuilding>("GET", "/api/{product}/buildings/{id}", {
      params: { id: buildingId ?? "" },
    }),
    enabled: buildingId !== undefined,
    select: ({ building }) => building,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export const downloadBuildings = (search: string, ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportBuildings>("GET", "/api/{product}/buildings.csv", {
    query: { search, ...(ids === undefined ? {} : { ids }) },
    form,
  });
