import { actInDemonstration, readDemonstration } from "@umbral/contract/controllers/demonstration.contract";
import type { FastifyInstance } from "fastify";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import { publicRoute } from "../platform/route.ts";
import { type Demonstration, describeDemonstration } from "./demonstration.ts";

/** The building's other side, for programs and people on this machine alone. */
export function demoRoutes(app: FastifyInstance, hub: ControllerHub, demonstration: Demonstration): void {
  publicRoute(app, readDemonstration, async () => ({
    buildings: await describeDemonstration(app.services, hub, demonstration),
  }));
  publicRoute(app, actInDemonstration, async ({ params, body }) => {
    demonstration.act(params.id, body);
    return { ok: true as const };
  });
}
