import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { callHistory } from "@umbral/contract/calls/call-history.contract";
import { call } from "../../lib/call.ts";

/** One page of the calls of an apartment, newest first. */
export function useCallHistory(apartmentId: string, page: number) {
  return useQuery({
    queryKey: ["call-history", apartmentId, page],
    queryFn: ({ signal }) =>
      call<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls", {
        params: { apartmentId },
        query: { page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
