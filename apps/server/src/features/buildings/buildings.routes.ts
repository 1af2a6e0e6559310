import { exportApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import {
  administerBuildings,
  exportBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import {
  apartmentDirectory,
  findApartmentUsers,
  listApartments,
  listBuildings,
  listFloors,
  listTowers,
} from "@umbral/contract/buildings/buildings.contract";
import { importPeople } from "@umbral/contract/buildings/import.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { whileTheyWait } from "../../platform/hang-up.ts";
import { publicRoute, route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { exportApartmentsOf, exportBuildingList } from "./building-export.ts";
import { listAdminBuildings, readAdminBuilding } from "./building-list.ts";
import {
  apartmentsOf,
  apartmentUsersOf,
  directoryOf,
  floorsOf,
  listAllBuildings,
  towersOf,
} from "./buildings.service.ts";
import { type Inviting, importInto } from "./import.service.ts";

export function buildingsRoutes(app: FastifyInstance, hub: ControllerHub, inviting: Inviting): void {
  const { services } = app;
  route(app, administerBuildings, ({ actor, query }) => listAdminBuildings(services, hub, actor, query));
  csvRoute(app, exportBuildings, ({ actor, query }) => exportBuildingList(services, hub, actor, query));
  csvRoute(app, exportApartments, ({ actor, params, query }) =>
    exportApartmentsOf(services, actor, params.buildingId, query),
  );
  route(app, readBuilding, ({ params }) => readAdminBuilding(services, hub, params.id));
  publicRoute(app, listBuildings, ({ query }) => listAllBuildings(services, query));
  publicRoute(app, listTowers, ({ params, query }) => towersOf(services, params.id, query));
  publicRoute(app, listFloors, ({ actor, params, query }) => floorsOf(services, actor, params.id, query));
  publicRoute(app, listApartments, ({ params, query }) => apartmentsOf(services, params.id, query));
  route(app, importPeople, ({ actor, params, body, request }) =>
    whileTheyWait(request, (hungUp) => importInto(services, inviting, actor, params.id, body, hungUp)),
  );
  route(app, apartmentDirectory, ({ actor, params }) => directoryOf(services, actor, params.buildingId));
  route(app, findApartmentUsers, ({ actor, params }) =>
    apartmentUsersOf(services, actor, params.buildingId, params.apartmentNumber),
  );
}
