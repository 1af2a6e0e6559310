import { changeMember, listMembers, removeMember } from "@umbral/contract/users/members.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { changeMemberOf, listMembersOf, removeMemberOf } from "./members.service.ts";

export function membersRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listMembers, ({ actor, params }) => listMembersOf(services, actor, params.id));
  route(app, changeMember, ({ actor, params, body }) =>
    changeMemberOf(services, actor, { apartmentId: params.id, userId: params.userId }, body),
  );
  route(app, removeMember, ({ actor, params }) =>
    removeMemberOf(services, actor, { apartmentId: params.id, userId: params.userId }),
  );
}
