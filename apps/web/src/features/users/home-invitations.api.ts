import { useQuery } from "@tanstack/react-query";
import type {
  HomeRole,
  inviteToHome,
  listHomeInvitations,
  resendHomeInvitation,
  takeBackHomeInvitation,
} from "@umbral/contract/users/home-invitations.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const invitationsQuery = (id: string) =>
  queryOf<typeof listHomeInvitations>("GET", "/api/apartments/{id}/invitations", { params: { id } });

/** What waits to be accepted in a home. */
export const useHomeInvitations = (apartmentId: string) => useQuery(invitationsQuery(apartmentId));

export interface NewResident {
  name: string;
  email: string;
  phone: string;
  role: HomeRole;
  endsAt: string | null;
  /** False to pass the link on oneself. */
  isSent: boolean;
}

export const inviteResident = (id: string, body: NewResident) =>
  call<typeof inviteToHome>("POST", "/api/apartments/{id}/invitations", { params: { id }, body });

/** Asks for them again, after one was sent, sent again or taken back. */
export const refreshHomeInvitations = (id: string): Promise<void> => refresh(invitationsQuery(id).queryKey);

export const sendHomeInvitation = (id: string, invitationId: string) =>
  call<typeof resendHomeInvitation>("POST", "/api/apartments/{id}/invitations/{invitationId}/resend", {
    params: { id, invitationId },
    body: {},
  });

export const takeHomeInvitation = (id: string, invitationId: string) =>
  call<typeof takeBackHomeInvitation>("DELETE", "/api/apartments/{id}/invitations/{invitationId}", {
    params: { id, invitationId },
  });
