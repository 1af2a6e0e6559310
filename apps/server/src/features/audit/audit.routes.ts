import { exportAudit, forgetInAudit, listAudit } from "@umbral/contract/audit/audit.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { exportAuditOf, listAuditOf } from "./audit-list.ts";
import { forgetPerson } from "./forget-person.ts";

export function auditRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listAudit, ({ actor, query }) => listAuditOf(services, actor, query));
  csvRoute(app, exportAudit, ({ actor, query }) => exportAuditOf(services, actor, query));
  route(app, forgetInAudit, ({ actor, params }) => forgetPerson(services, actor, params.personId));
}
