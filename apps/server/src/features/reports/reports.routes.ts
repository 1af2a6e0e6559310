import { exportMonthReport, readMonthReport } from "@umbral/contract/reports/reports.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { exportMonth, reportOfMonth } from "./reports.service.ts";

export function reportsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, readMonthReport, ({ params, query }) => reportOfMonth(services, params.id, query.month));
  csvRoute(app, exportMonthReport, ({ params, query }) => exportMonth(services, params.id, query.month));
}
