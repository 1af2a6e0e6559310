import {
  changeApartment,
  createApartments,
  deleteApartment,
  readApartments,
  replaceApartment,
} from "@umbral/contract/buildings/administering-apartments.contract";
import {
  changeBuilding,
  changeFloor,
  changeTower,
  createBuilding,
  createFloor,
  createTower,
  deleteBuilding,
  deleteFloor,
  deleteTower,
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import {
  changeApartmentOf,
  dropApartment,
  makeApartments,
  type Replacing,
  readApartmentsOf,
  replaceApartmentOf,
} from "./administering-apartments.service.ts";
import {
  changeSettings,
  dropBuilding,
  makeBuilding,
  readSettings,
  readStructure,
} from "./administering-buildings.service.ts";
import {
  changeFloorOf,
  changeTowerName,
  dropFloor,
  dropTower,
  makeFloor,
  makeTower,
} from "./administering-floors.service.ts";

/** Bringing buildings on line, for the platform's administrators. */
export function administeringBuildingsRoutes(
  app: FastifyInstance,
  hub: ControllerHub,
  { replacing, sirenChanged }: { replacing: Replacing; sirenChanged(buildingId: string): Promise<void> },
): void {
  const { services } = app;
  route(app, readBuildingSettings, ({ params }) => readSettings(services, params.id));
  route(app, createBuilding, ({ actor, body }) => makeBuilding(services, actor, body));
  route(app, changeBuilding, async ({ actor, params, body }) => {
    const changed = await changeSettings(services, hub, actor, params.id, body);
    if (body.siren !== undefined) {
      await sirenChanged(params.id);
    }
    return changed;
  });
  route(app, deleteBuilding, ({ actor, params }) => dropBuilding(services, actor, params.id));

  route(app, readTowers, ({ params }) => readStructure(services, params.id));
  route(app, createTower, ({ actor, params, body }) =>
    makeTower(services, actor, { buildingId: params.id, ...body }),
  );
  route(app, changeTower, ({ actor, params, body }) =>
    changeTowerName(services, actor, { ...params, ...body }),
  );
  route(app, deleteTower, ({ actor, params }) => dropTower(services, actor, params.id));

  route(app, createFloor, ({ actor, params, body }) =>
    makeFloor(services, actor, { towerId: params.id, name: body.name, plan: body.plan }),
  );
  route(app, changeFloor, ({ actor, params, body }) =>
    changeFloorOf(services, actor, { id: params.id, name: body.name, plan: body.plan }),
  );
  route(app, deleteFloor, ({ actor, params }) => dropFloor(services, actor, params.id));

  route(app, readApartments, ({ params, query }) => readApartmentsOf(services, params.buildingId, query));
  route(app, createApartments, ({ actor, params, body }) =>
    makeApartments(services, actor, { floorId: params.id, ...body }),
  );
  route(app, changeApartment, ({ actor, params, body }) =>
    changeApartmentOf(services, actor, params.id, body),
  );
  route(app, replaceApartment, ({ actor, params }) => replaceApartmentOf(services, replacing, actor, params));
  route(app, deleteApartment, ({ actor, params }) => dropApartment(services, replacing, actor, params.id));
}
