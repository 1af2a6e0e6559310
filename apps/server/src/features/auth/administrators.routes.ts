import {
  activateAdministrator,
  createAdministrator,
  deactivateAdministrator,
  exportAdministrators,
  inviteAdministrator,
  listAdministrators,
  resetSecondFactor,
} from "@umbral/contract/auth/administrators.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { activateAdministratorBy, deactivateAdministratorBy } from "./administrator-states.ts";
import {
  createAdministratorBy,
  inviteAgain,
  listAdministratorsOf,
  resetSecondFactorOf,
} from "./administrators.service.ts";
import { exportAdministratorList } from "./administrators-export.ts";

export function administratorsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listAdministrators, () => listAdministratorsOf(services));
  csvRoute(app, exportAdministrators, ({ actor, query }) => exportAdministratorList(services, actor, query));
  route(app, createAdministrator, ({ actor, body }) => createAdministratorBy(services, actor, body));
  route(app, inviteAdministrator, ({ actor, params }) => inviteAgain(services, actor, params.id));
  route(app, deactivateAdministrator, ({ actor, params }) =>
    deactivateAdministratorBy(services, actor, params.id),
  );
  route(app, activateAdministrator, ({ actor, params }) =>
    activateAdministratorBy(services, actor, params.id),
  );
  route(app, resetSecondFactor, ({ actor, params }) => resetSecondFactorOf(services, actor, params.id));
}
