import { find } from "@umbral/contract/users/finder.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { findFor } from "./finder.service.ts";

export function finderRoutes(app: FastifyInstance): void {
  route(app, find, ({ actor, body }) => findFor(app.services, actor, body.search));
}
