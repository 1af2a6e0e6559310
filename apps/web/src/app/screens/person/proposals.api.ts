import type {
  proposeContact,
  resendContactProposal,
  takeBackContactProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import { call } from "../../../lib/call.ts";

/** Asks at another phone or mail whether it is this person's. */
export const proposeTo = (
  id: string,
  body: { kind: "phone"; phone: string } | { kind: "email"; email: string },
) =>
  call<typeof proposeContact>("POST", "/api/{product}/users/{id}/contact-proposals", {
    params: { id },
    body,
  });

export const sendProposalAgain = (id: string, proposalId: string) =>
  call<typeof resendContactProposal>(
    "POST",
    "/api/{product}/users/{id}/contact-proposals/{proposalId}/resend",
    {
      params: { id, proposalId },
      body: {},
    },
  );

export const takeProposalBack = (id: string, proposalId: string) =>
  call<typeof takeBackContactProposal>("DELETE", "/api/{product}/users/{id}/contact-proposals/{proposalId}", {
    params: { id, proposalId },
  });
