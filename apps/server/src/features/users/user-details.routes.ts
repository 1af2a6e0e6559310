import {
  activateUser,
  changeUser,
  deactivateUser,
  exportUserDetails,
  findUserDetail,
  freeCedula,
  listApartmentUserDetails,
  listUserDetails,
  verifyUser,
} from "@umbral/contract/users/user-details.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { freeCedulaOf } from "./free-cedula.ts";
import { verifyIdentity } from "./identity.ts";
import {
  activate,
  changeUserDetails,
  deactivate,
  findUser,
  listUsers,
  listUsersOfApartment,
} from "./user-details.service.ts";
import { exportUsers } from "./user-export.ts";

export function userDetailsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listUserDetails, ({ actor, query }) => listUsers(services, actor, query));
  csvRoute(app, exportUserDetails, ({ actor, query }) => exportUsers(services, actor, query));
  route(app, listApartmentUserDetails, ({ actor, params, query }) =>
    listUsersOfApartment(services, actor, params.apartmentId, query),
  );
  route(app, findUserDetail, ({ actor, params }) => findUser(services, actor, params.cedula));
  route(app, changeUser, ({ actor, params, body }) => changeUserDetails(services, actor, params.id, body));
  route(app, deactivateUser, ({ actor, params, body }) => deactivate(services, actor, params.id, body));
  route(app, activateUser, ({ actor, params, body }) => activate(services, actor, params.id, body));
  route(app, freeCedula, ({ actor, params, body }) =>
    freeCedulaOf(services, actor, params.id, body.currentPassword),
  );
  route(app, verifyUser, ({ actor, body }) => verifyIdentity(services, actor, body));
}
