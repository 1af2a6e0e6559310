import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import type { CallInput } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

type WantedParcels = NonNullable<CallInput<typeof listParcels>["query"]>;

/** One page of what lies or lay at the lobby of a building. */
export const useParcels = (buildingId: string, query: WantedParcels) =>
  useQuery({
    ...queryOf<typeof listParcels>("GET", "/api/buildings/{buildingId}/parcels", {
      params: { buildingId },
      query,
    }),
    placeholderData: keepPreviousData,
  });

/** One page of what lies or lay there for a home. */
export const useHomeParcels = (apartmentId: string, state: "waiting" | "past", page: number) =>
  useQuery({
    ...queryOf<typeof listHomeParcels>("GET", "/api/apartments/{apartmentId}/parcels", {
      params: { apartmentId },
      query: { state, page },
    }),
    placeholderData: keepPreviousData,
  });
