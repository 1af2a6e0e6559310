import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  changeMember,
  listMembers,
  MemberRole,
  removeMember,
} from "@umbral/contract/users/members.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const membersQuery = (apartmentId: string) =>
  queryOf<typeof listMembers>("GET", "/api/apartments/{id}/members", { params: { id: apartmentId } });

/** An apartment whose people are shown. */
export interface Home {
  apartmentId: string;
  apartmentName: string;
  timeZone: string;
}

export function useMembers(apartmentId: string) {
  return useQuery(membersQuery(apartmentId));
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
    onSettled: () => void refresh(membersQuery(apartmentId).queryKey),
  });
}

export function useRemoveMember(apartmentId: string) {
  return useMutation({
    mutationFn: (userId: string) =>
      call<typeof removeMember>("DELETE", "/api/apartments/{id}/members/{userId}", {
        params: { id: apartmentId, userId },
      }),
    onSettled: () => void refresh(membersQuery(apartmentId).queryKey),
  });
}
