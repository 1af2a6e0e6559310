import {
  acceptInvitation,
  askInvitationCode,
  listInvitations,
  proveInvitation,
  readInvitation,
  resendInvitation,
  takeBackInvitation,
} from "@umbral/contract/users/invitations.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import { publicRoute, route } from "../../platform/route.ts";
import { accept, proveAddress, readReceived, sendCode } from "./invitation-acceptance.ts";
import type { RequestSource } from "./invitation-documents.ts";
import { listInvitationsOf, sendAgain, takeBack } from "./invitations.service.ts";

export function invitationsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listInvitations, ({ params, query }) => listInvitationsOf(services, params.id, query));
  route(app, resendInvitation, ({ actor, params }) => sendAgain(services, actor, named(params)));
  route(app, takeBackInvitation, ({ actor, params }) => takeBack(services, actor, named(params)));

  publicRoute(app, readInvitation, ({ body, request }) =>
    readReceived(services, body.token, sourceOf(request)),
  );
  publicRoute(app, askInvitationCode, ({ body, request }) => sendCode(services, body, sourceOf(request)));
  publicRoute(app, proveInvitation, ({ body, request }) => proveAddress(services, body, sourceOf(request)));
  publicRoute(app, acceptInvitation, ({ body, request }) => accept(services, body, sourceOf(request)));
}

const named = ({ id, invitationId }: { id: string; invitationId: string }) => ({
  buildingId: id,
  id: invitationId,
});

/** Where a request without a session comes from. */
export const sourceOf = (request: FastifyRequest): RequestSource => ({
  address: request.ip,
  isFromThisMachine: cameDirectlyFromThisMachine(request),
});
