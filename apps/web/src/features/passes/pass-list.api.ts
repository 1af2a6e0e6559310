import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { listPasses } from "@umbral/contract/passes/passes.contract";
import { queryOf } from "../../lib/endpoint-query.ts";
import type { PassPlace } from "./pass-places.ts";

/** At the end of a day nobody tells a list that a pass is over. */
const LOOK_AGAIN_MS = 60_000;

interface WantedPasses {
  which: "current" | "past";
  search: string;
  page: number;
}

export type PlaceOfPasses = Pick<PassPlace, "apartmentId"> & { building: { id: string } };

/** One page of the passes of a home, or of the building's own guests. */
export function usePasses({ building, apartmentId }: PlaceOfPasses, { which, search, page }: WantedPasses) {
  return useQuery({
    ...queryOf<typeof listPasses>("GET", "/api/buildings/{buildingId}/passes", {
      params: { buildingId: building.id },
      query: { which, search, page, ...(apartmentId === null ? {} : { apartmentId }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
