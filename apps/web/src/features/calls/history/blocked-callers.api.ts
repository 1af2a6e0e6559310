import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  blockCaller,
  listBlockedCallers,
  unblockCaller,
} from "@umbral/contract/calls/blocked-callers.contract";
import { call } from "../../../lib/call.ts";
import { queryOf } from "../../../lib/endpoint-query.ts";
import { queryClient } from "../../../lib/queries.ts";

const blockedQuery = (apartmentId: string) =>
  queryOf<typeof listBlockedCallers>("GET", "/api/apartments/{apartmentId}/blocked-callers", {
    params: { apartmentId },
  });

/** Whose calls the home does not hear. */
export function useBlockedCallers(apartmentId: string) {
  return useQuery(blockedQuery(apartmentId));
}

/** The home hears this caller no more. */
export async function blockCallerOf(apartmentId: string, callerId: string): Promise<void> {
  const blocked = await call<typeof blockCaller>(
    "PUT",
    "/api/apartments/{apartmentId}/blocked-callers/{callerId}",
    { params: { apartmentId, callerId }, body: {} },
  );
  queryClient.setQueryData(blockedQuery(apartmentId).queryKey, blocked);
}

export function useUnblock(apartmentId: string) {
  return useMutation({
    mutationFn: (callerId: string) =>
      call<typeof unblockCaller>("DELETE", "/api/apartments/{apartmentId}/blocked-callers/{callerId}", {
        params: { apartmentId, callerId },
      }),
    onSuccess: (blocked) => queryClient.setQueryData(blockedQuery(apartmentId).queryKey, blocked),
  });
}
