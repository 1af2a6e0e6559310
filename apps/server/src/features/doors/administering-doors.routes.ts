import {
  changeDoor,
  createDoor,
  deleteDoor,
  exportDoors,
  readDoors,
  tryDoorDevice,
  tryRelay,
} from "@umbral/contract/doors/administering-doors.contract";
import { moveDevices } from "@umbral/contract/doors/device-moves.contract";
import { setDoorMode } from "@umbral/contract/doors/door-modes.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { tryDevice } from "../controllers/device-trial.ts";
import { doors, readDoorsOf } from "./administering-doors.service.ts";
import { moveDevicesTo } from "./device-moves.ts";
import { exportDoorsOf } from "./door-export.ts";
import { setMode } from "./door-modes.ts";
import { tryRelayOf } from "./relay-trial.ts";

/** @param sirenChanged says to the controller that has the siren now what it is to do */
export function administeringDoorsRoutes(
  app: FastifyInstance,
  hub: ControllerHub,
  sirenChanged: (buildingId: string) => Promise<void>,
): void {
  const { services } = app;
  route(app, readDoors, ({ actor, body }) => readDoorsOf(services, actor, body.buildingId));
  csvRoute(app, exportDoors, ({ actor, params, query }) => exportDoorsOf(services, actor, params.id, query));
  route(app, createDoor, async ({ actor, params, body }) => ({
    door: await doors.make({ services, hub, actor }, params.id, body),
  }));
  route(app, changeDoor, async ({ actor, params, body }) => ({
    door: await doors.change({ services, hub, actor }, params.id, body),
  }));
  route(app, setDoorMode, ({ actor, params, body }) => setMode(services, actor, params.id, body));
  route(app, tryRelay, ({ actor, params, body }) =>
    tryRelayOf(services, hub, actor, {
      buildingId: params.id,
      relay: body.relay,
      keptOf: body.keptOf,
      controllerId: body.controllerId,
    }),
  );
  route(app, moveDevices, async ({ actor, params, body }) => {
    const moved = await moveDevicesTo({ services, hub, actor }, { buildingId: params.id, ...body });
    if (body.siren) {
      await sirenChanged(params.id);
    }
    return moved;
  });
  route(app, tryDoorDevice, ({ params, query }) => tryDevice(services, hub, query.device, params.id));
  route(app, deleteDoor, ({ actor, params }) => doors.drop({ services, hub, actor }, params.id));
}
