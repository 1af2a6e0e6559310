import {
  decideEmployeeRequest,
  decideOwnerRequest,
  exportEmployeeRequests,
  exportOwnerRequests,
  listEmployeeRequests,
  listOwnerRequests,
  listWaitingPlaces,
} from "@umbral/contract/access-requests/access-requests.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { decide, listPlaces, listRequests } from "./decisions.ts";
import { exportRequests } from "./requests-export.ts";

export function accessRequestsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listEmployeeRequests, ({ actor, params, query }) =>
    listRequests(services, actor, { kind: "employees", apartmentOrBuilding: params.id, ...query }),
  );
  route(app, listOwnerRequests, ({ actor, params, query }) =>
    listRequests(services, actor, { kind: "owners", apartmentOrBuilding: params.id, ...query }),
  );
  csvRoute(app, exportEmployeeRequests, ({ actor, params, query }) =>
    exportRequests(services, actor, { kind: "employees", apartmentOrBuilding: params.id, ...query }),
  );
  csvRoute(app, exportOwnerRequests, ({ actor, params, query }) =>
    exportRequests(services, actor, { kind: "owners", apartmentOrBuilding: params.id, ...query }),
  );
  route(app, decideEmployeeRequest, ({ actor, params, body }) =>
    decide(services, actor, {
      kind: "employees",
      apartmentOrBuilding: params.id,
      requestId: params.x,
      approved: body.approved,
    }),
  );
  route(app, decideOwnerRequest, ({ actor, params, body }) =>
    decide(services, actor, {
      kind: "owners",
      apartmentOrBuilding: params.id,
      requestId: params.x,
      ...body,
    }),
  );
  route(app, listWaitingPlaces, ({ actor }) => listPlaces(services, actor));
}
