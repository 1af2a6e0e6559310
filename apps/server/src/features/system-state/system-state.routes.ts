import { readSystemState } from "@umbral/contract/system-state/system-state.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import type { StateWatch } from "./state-watch.ts";
import { systemState } from "./system-state.service.ts";

export function systemStateRoutes(app: FastifyInstance, watch: Pick<StateWatch, "lookedAt">): void {
  route(app, readSystemState, () => systemState(app.services, watch));
}
