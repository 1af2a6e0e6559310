import {
  leaveBuilding,
  leaveHome,
  readHomeLeaving,
  readLeaving,
} from "@umbral/contract/users/moving-out.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { leaveBuildingOf, leaveHomeOf, readHomeLeavingOf, readLeavingOf } from "./moving-out.service.ts";

/** Moving out of a building, of one person or of a whole home. */
export function movingOutRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, readLeaving, ({ actor, params: { id: buildingId, userId } }) =>
    readLeavingOf(services, actor, { buildingId, userId }),
  );
  route(app, leaveBuilding, ({ actor, params: { id: buildingId, userId } }) =>
    leaveBuildingOf(services, actor, { buildingId, userId }),
  );
  route(app, readHomeLeaving, ({ actor, params }) => readHomeLeavingOf(services, actor, params.id));
  route(app, leaveHome, ({ actor, params }) => leaveHomeOf(services, actor, params.id));
}
