import { readOverview } from "@umbral/contract/overview/overview.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { overviewOf } from "./overview.ts";

export function overviewRoutes(app: FastifyInstance, hub: ControllerHub): void {
  route(app, readOverview, ({ actor, query }) => overviewOf(app.services, hub, actor, query));
}
