import { changeHomeRole, givePlace, removeHomeRole } from "@umbral/contract/users/places.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { changeHomeRoleOf, givePlaceTo, removeHomeRoleOf } from "./places.service.ts";

/** Further homes and roles of people who are known. */
export function placesRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, givePlace, ({ actor, params: { id: buildingId, userId }, body }) =>
    givePlaceTo(services, actor, { buildingId, userId }, body),
  );
  route(app, changeHomeRole, ({ actor, params: { id: apartmentId, ...of }, body }) =>
    changeHomeRoleOf(services, actor, { apartmentId, ...of }, body),
  );
  route(app, removeHomeRole, ({ actor, params: { id: apartmentId, ...of } }) =>
    removeHomeRoleOf(services, actor, { apartmentId, ...of }),
  );
}
