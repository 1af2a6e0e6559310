import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { callHistory, lastVisitor, PastCall } from "@umbral/contract/calls/call-history.contract";
import { queryOf } from "../../../lib/endpoint-query.ts";

/** How often a page of calls is read again while one of them is not over. */
const LOOK_AGAIN_MS = 5000;

/** One page of the calls of an apartment, newest first. */
export function useCallHistory(apartmentId: string, page: number) {
  return useQuery({
    ...queryOf<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls", {
      params: { apartmentId },
      query: { page },
    }),
    // Who ends a call is not told that it ended, and comes back here.
    refetchOnMount: "always",
    // What rings or talks now will soon have ended otherwise than it stands here.
    refetchInterval: ({ state }) => (state.data?.calls.some(isUnderway) ? LOOK_AGAIN_MS : false),
    placeholderData: keepPreviousData,
  });
}

/** Who came to an apartment last. */
export function useLastVisitor(apartmentId: string) {
  return useQuery({
    ...queryOf<typeof lastVisitor>("GET", "/api/apartments/{apartmentId}/last-visitor", {
      params: { apartmentId },
    }),
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) => (data?.call && isUnderway(data.call) ? LOOK_AGAIN_MS : false),
  });
}

const isUnderway = ({ status }: PastCall): boolean => status === "ENTRANTE" || status === "CONTESTADA";
