import { chooseFavouriteDoor, doorAction, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { exportOpenings, listOpenings, listTodaysOpenings } from "@umbral/contract/doors/openings.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/context.ts";
import { csvRoute } from "../../platform/csv-route.ts";
import { device } from "../../platform/live.ts";
import { type MessageTable, messageError } from "../../platform/messages.ts";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { chooseFavourite, listDoorsOf, operateDoor, readToOperate } from "./doors.service.ts";
import { exportOpeningsOf, listOpeningsOf, listTodaysOpeningsOf } from "./openings.ts";

export function doorsRoutes(app: FastifyInstance, hub: ControllerHub): void {
  route(app, listDoors, ({ actor, params, query }) =>
    listDoorsOf(app.services, hub, actor, params.id, query),
  );
  route(app, chooseFavouriteDoor, ({ actor, params, body }) =>
    chooseFavourite(app.services, actor, params.id, body.isFavourite),
  );
  route(app, listOpenings, ({ actor, query }) => listOpeningsOf(app.services, actor, query));
  route(app, listTodaysOpenings, ({ actor, params, query }) =>
    listTodaysOpeningsOf(app.services, actor, params.id, query),
  );
  csvRoute(app, exportOpenings, ({ actor, query }) => exportOpeningsOf(app.services, actor, query));
}

export function doorsMessages(table: MessageTable, services: Services, hub: ControllerHub): void {
  table.on(doorClock, async () => ({ steadyMs: services.clock.steadyMs() }));
  table.onReadingAhead(
    doorAction,
    (askerId, press) => readToOperate(services, askerId, press),
    ({ actor, cameAt, payload: { pressedAt = cameAt, ...press } }, read) =>
      operateDoor(services, hub, actor, { ...press, pressedAt: Math.min(pressedAt, cameAt) }, read),
    (socket, payload, refused) => {
      // The specification's own error event is sent as well as the acknowledgement.
      const named = doorAction.payload.safeParse(payload);
      if (named.success) {
        services.live.tell(device(socket.id), "door_action:error", {
          error: sentenceOf(refused.code),
          code: refused.code,
          buildingId: named.data.buildingId,
          door: named.data.door,
        });
      } else {
        services.live.tell(device(socket.id), "message:error", messageError(doorAction.event, refused));
      }
    },
  );
}
