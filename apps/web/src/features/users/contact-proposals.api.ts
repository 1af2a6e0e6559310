import { useQuery } from "@tanstack/react-query";
import type {
  askContactCode,
  confirmContact,
  readContactProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** What the link is about, and how it stands. */
export function useReceivedProposal(token: string) {
  return useQuery({
    ...queryOf<typeof readContactProposal>("POST", "/api/contact-proposals/read", { body: { token } }),
    select: ({ proposal }) => proposal,
    gcTime: 0,
    retry: false,
  });
}

export const askForContactCode = (token: string) =>
  call<typeof askContactCode>("POST", "/api/contact-proposals/code", { body: { token } });

export const confirmProposedContact = (body: { token: string; code: string; password?: string }) =>
  call<typeof confirmContact>("POST", "/api/contact-proposals/confirmation", { body });
