import {
  changeStaff,
  exportStaff,
  inviteStaff,
  listStaff,
  removeStaff,
} from "@umbral/contract/users/staff.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { changeStaffOf, invite, listStaffOf, removeStaffOf } from "./staff.service.ts";
import { exportStaffOf } from "./staff-export.ts";

export function staffRoutes(app: FastifyInstance): void {
  const { services } = app;
  const named = ({ id, spaceId }: { id: string; spaceId: string }) => ({ buildingId: id, spaceId });
  route(app, listStaff, ({ params }) => listStaffOf(services, params.id));
  csvRoute(app, exportStaff, ({ actor, params, query }) => exportStaffOf(services, actor, params.id, query));
  route(app, inviteStaff, ({ actor, params, body }) => invite(services, actor, params.id, body));
  route(app, changeStaff, ({ actor, params, body }) => changeStaffOf(services, actor, named(params), body));
  route(app, removeStaff, ({ actor, params }) => removeStaffOf(services, actor, named(params)));
}
