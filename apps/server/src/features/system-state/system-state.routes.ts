import { readDiagnosis, readSystemState } from "@umbral/contract/system-state/system-state.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { diagnose } from "./diagnosis.ts";
import type { StateWatch } from "./state-watch.ts";
import { systemState } from "./system-state.service.ts";

export function systemStateRoutes(app: FastifyInstance, watch: Pick<StateWatch, "lookedAt">): void {
  const { services } = app;
  route(app, readSystemState, () => systemState(services, watch));
  route(app, readDiagnosis, () => diagnose(services, process.env, () => ownFigures(app)));
}

/** As Prometheus on this machine would read them. */
async function ownFigures(app: FastifyInstance): Promise<string | null> {
  const { metricsToken } = app.services.env;
  const reply = await app.inject({
    method: "GET",
    url: "/metrics",
    headers: {
      host: "127.0.0.1",
      ...(metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` }),
    },
  });
  return reply.statusCode === 200 ? reply.body : null;
}
