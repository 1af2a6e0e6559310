import {
  inviteToHome,
  listHomeInvitations,
  resendHomeInvitation,
  takeBackHomeInvitation,
} from "@umbral/contract/users/home-invitations.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import {
  inviteHome,
  listInvitationsOfHome,
  sendHomeInvitationAgain,
  takeHomeInvitationBack,
} from "./home-invitations.service.ts";

export function homeInvitationsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listHomeInvitations, ({ actor, params }) => listInvitationsOfHome(services, actor, params.id));
  route(app, inviteToHome, ({ actor, params, body }) => inviteHome(services, actor, params.id, body));
  route(app, resendHomeInvitation, ({ actor, params }) =>
    sendHomeInvitationAgain(services, actor, { apartmentId: params.id, id: params.invitationId }),
  );
  route(app, takeBackHomeInvitation, ({ actor, params }) =>
    takeHomeInvitationBack(services, actor, { apartmentId: params.id, id: params.invitationId }),
  );
}
