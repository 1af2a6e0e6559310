import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { callHistory } from "@umbral/contract/calls/call-history.contract";
import { call } from "../../../lib/call.ts";

/** How often a page of calls is read again while one of them is not over. */
const LOOK_AGAIN_MS = 5000;

/** The pages of the calls of an apartment. */
export const historyKey = (apartmentId: string) => ["call-history", apartmentId];

/** One page of the calls of an apartment, newest first. */
export function useCallHistory(apartmentId: string, page: number) {
  return useQuery({
    queryKey: [...historyKey(apartmentId), page],
    queryFn: ({ signal }) =>
      call<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls", {
        params: { apartmentId },
        query: { page },
        signal,
      }),
    // What rings or talks now will soon have ended otherwise than it stands here.
    refetchInterval: ({ state }) =>
      state.data?.calls.some(({ status }) => status === "ENTRANTE" || status === "CONTESTADA")
        ? LOOK_AGAIN_MS
        : false,
    placeholderData: keepPreviousData,
  });
}
