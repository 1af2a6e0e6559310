import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  changeMember,
  listMembers,
  MemberRole,
  removeMember,
} from "@umbral/contract/users/members.contract";
import { call } from "../../lib/call.ts";
import { queryClient } from "../../lib/queries.ts";

const membersKey = ["members"] as const;

/** The people of an apartment may be others than those shown: ask again. */
export function refreshMembers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: membersKey });
}

/** An apartment whose people are shown. */
export interface Home {
  apartmentId: string;
  apartmentName: string;
  timeZone: string;
}

export function useMembers(apartmentId: string) {
  return useQuery({
    queryKey: [...membersKey, apartmentId],
    queryFn: ({ signal }) =>
      call<typeof listMembers>("GET", "/api/apartments/{id}/members", {
        params: { id: apartmentId },
        signal,
      }),
  });
}

/** What a resident becomes: with the end of the stay for a temporary one. */
export type Stay = { role: MemberRole } & (
  | { role: "RESIDENTE" }
  | { role: "RESIDENTE_TEMPORAL"; endsAt: string }
);

export function useChangeMember(apartmentId: string) {
  return useMutation({
    mutationFn: ({ userId, stay }: { userId: string; stay: Stay }) =>
      call<typeof changeMember>("PUT", "/api/apartments/{id}/members/{userId}", {
        params: { id: apartmentId, userId },
        body: stay,
      }),
    onSettled: () => void refreshMembers(),
  });
}

export function useRemoveMember(apartmentId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      call<typeof removeMember>("DELETE", "/api/apartments/{id}/members/{userId}", {
        params: { id: apartmentId, userId },
      }),
    onSettled: () => void refreshMembers(),
  });
}
