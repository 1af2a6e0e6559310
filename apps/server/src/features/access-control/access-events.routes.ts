import {
  exportDecisions,
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { exportAccessOf, listAccessOf, listTodaysAccessOf } from "./access-event-list.ts";

/** What was decided at readers. */
export function accessEventsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listDecisions, ({ actor, query }) => listAccessOf(services, actor, query));
  route(app, listTodaysDecisions, ({ actor, params, query }) =>
    listTodaysAccessOf(services, actor, params.id, query),
  );
  csvRoute(app, exportDecisions, ({ actor, query }) => exportAccessOf(services, actor, query));
}
