import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { DocumentType } from "@umbral/contract/registration/personal-data";
import type {
  acceptInvitation,
  askInvitationCode,
  listInvitations,
  proveInvitation,
  readInvitation,
  resendInvitation,
  takeBackInvitation,
} from "@umbral/contract/users/invitations.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

const PAGE = 20;

/** A page of what waits to be accepted in a building. */
export function useInvitations(buildingId: string, { search, page }: { search: string; page: number }) {
  return useQuery({
    ...queryOf<typeof listInvitations>("GET", "/api/{product}/buildings/{id}/invitations", {
      params: { id: buildingId },
      query: { search, page, limit: PAGE },
    }),
    placeholderData: keepPreviousData,
  });
}

export const sendInvitationAgain = (buildingId: string, invitationId: string) =>
  call<typeof resendInvitation>("POST", "/api/{product}/buildings/{id}/invitations/{invitationId}/resend", {
    params: { id: buildingId, invitationId },
    body: {},
  });

export const takeInvitationBack = (buildingId: string, invitationId: string) =>
  call<typeof takeBackInvitation>("DELETE", "/api/{product}/buildings/{id}/invitations/{invitationId}", {
    params: { id: buildingId, invitationId },
  });

/** What the link is about. Asked once: it says no more the second time. */
export function useReceivedInvitation(token: string) {
  return useQuery({
    ...queryOf<typeof readInvitation>("POST", "/api/invitations/read", { body: { token } }),
    select: ({ invitation }) => invitation,
    gcTime: 0,
    retry: false,
  });
}

export const askForCode = (body: { token: string; way: MessageWay }) =>
  call<typeof askInvitationCode>("POST", "/api/invitations/code", { body });

/** What somebody says of themselves, where the inviter knew no document. */
export interface InvitedDocument {
  documentType: DocumentType;
  cedula: string;
}

export const proveWithCode = (body: { token: string; code: string; document?: InvitedDocument }) =>
  call<typeof proveInvitation>("POST", "/api/invitations/proof", { body });

export const acceptWithCode = (body: {
  token: string;
  code: string;
  password: string;
  acceptTerms: boolean;
  document?: InvitedDocument;
}) => call<typeof acceptInvitation>("POST", "/api/invitations/acceptance", { body });
