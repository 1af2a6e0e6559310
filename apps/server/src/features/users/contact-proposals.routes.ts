import {
  askContactCode,
  confirmContact,
  proposeContact,
  readContactProposal,
  resendContactProposal,
  takeBackContactProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute, route } from "../../platform/route.ts";
import { confirmProposal, readReceivedProposal, sendContactCode } from "./contact-confirmation.ts";
import { propose, sendProposalAgain, takeProposalBack } from "./contact-proposals.service.ts";
import { sourceOf } from "./invitations.routes.ts";

export function contactProposalsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, proposeContact, ({ actor, params, body }) => propose(services, actor, params.id, body));
  route(app, resendContactProposal, ({ actor, params }) => sendProposalAgain(services, actor, named(params)));
  route(app, takeBackContactProposal, ({ actor, params }) =>
    takeProposalBack(services, actor, named(params)),
  );

  publicRoute(app, readContactProposal, ({ body, request }) =>
    readReceivedProposal(services, body.token, sourceOf(request)),
  );
  publicRoute(app, askContactCode, ({ body, request }) =>
    sendContactCode(services, body.token, sourceOf(request)),
  );
  publicRoute(app, confirmContact, ({ body, request }) => confirmProposal(services, body, sourceOf(request)));
}

const named = ({ id, proposalId }: { id: string; proposalId: string }) => ({ userId: id, id: proposalId });
