import {
  askForVisitCode,
  authoriseVisit,
  findVisit,
  listVisits,
} from "@umbral/contract/visits/visits.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute, route } from "../../platform/route.ts";
import { askForCode } from "./ask-for-code.ts";
import { authoriseVisitOf, findWaitingVisit } from "./verify-code.ts";
import { listVisitsOf } from "./visit-list.ts";

export function visitsRoutes(app: FastifyInstance): void {
  const { services } = app;
  publicRoute(app, askForVisitCode, ({ actor, params, body, request }) =>
    askForCode(services, { actor, ...params, ...body, address: request.ip }),
  );
  route(app, findVisit, ({ actor, params }) => findWaitingVisit(services, actor, params));
  route(app, authoriseVisit, ({ actor, params, body }) =>
    authoriseVisitOf(services, actor, { ...params, requestId: body?.requestId }),
  );
  route(app, listVisits, ({ actor, params, query }) =>
    listVisitsOf(services, actor, params.buildingId, query),
  );
}
