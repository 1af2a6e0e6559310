import {
  closeAlarm,
  confirmAlarm,
  deviceAction,
  listAlarms,
  readAlarm,
  seeAlarm,
  userEvent,
} from "@umbral/contract/alarms/alarms.contract";
import {
  exportIntrusions,
  listIntrusions,
  listTodaysIntrusions,
} from "@umbral/contract/alarms/intrusions.contract";
import { may } from "@umbral/contract/lib/policy";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/context.ts";
import { csvRoute } from "../../platform/csv-route.ts";
import { device } from "../../platform/live.ts";
import type { MessageTable } from "../../platform/messages.ts";
import { Refused } from "../../platform/refused.ts";
import { route } from "../../platform/route.ts";
import { restartControllers } from "../controllers/controller-actions.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { operateDoor } from "../doors/doors.service.ts";
import { testQuietSiren } from "./alarm-siren.ts";
import {
  closeWithNote,
  listOf,
  markSeen,
  type Raised,
  raiseAlarm,
  readOne,
  silenceAlarms,
} from "./alarms.service.ts";
import { confirmEmergency } from "./confirm-emergency.ts";
import { exportIntrusionsOf, listIntrusionsOf, listTodaysIntrusionsOf } from "./intrusion-list.ts";

export function alarmsRoutes(app: FastifyInstance, hub: ControllerHub): void {
  const { services } = app;
  route(app, listAlarms, ({ params, query }) => listOf(services, params.buildingId, query));
  route(app, readAlarm, ({ params }) => readOne(services, params.buildingId, params.alarmId));
  route(app, seeAlarm, ({ actor, params }) => markSeen(services, actor, params));
  route(app, confirmAlarm, ({ actor, params }) => confirmEmergency(services, hub, actor, params));
  route(app, closeAlarm, ({ actor, params, body }) => closeWithNote(services, actor, { ...params, ...body }));
  route(app, listTodaysIntrusions, ({ actor, params, query }) =>
    listTodaysIntrusionsOf(services, actor, params.id, query),
  );
  route(app, listIntrusions, ({ actor, query }) => listIntrusionsOf(services, actor, query));
  csvRoute(app, exportIntrusions, ({ actor, query }) => exportIntrusionsOf(services, actor, query));
}

export function alarmsMessages(table: MessageTable, services: Services, hub: ControllerHub): void {
  table.on(
    userEvent,
    async ({ actor, payload: { buildingId, event, drill = false, reason = "" } }): Promise<Raised> => {
      switch (event) {
        case "INTRUSION":
        case "EMERGENCY":
          return raiseAlarm(services, hub, actor, { buildingId, event, drill });
        case "MUTE":
          return silenceAlarms(services, hub, actor, { buildingId, reason, drill });
        case "RESTART_RPI":
          if (!may(actor, "controllers.restart", { buildingId })) {
            throw new Refused("NOT_ALLOWED");
          }
          await restartControllers(services, hub, actor, buildingId);
          return { id: null, confirmed: true, siren: "unknown" };
      }
    },
    (socket, payload, refused) => {
      // The specification's own error event is sent as well as the acknowledgement.
      const named = userEvent.payload.pick({ buildingId: true, event: true }).loose().safeParse(payload);
      services.live.tell(device(socket.id), "user_event:error", {
        error: sentenceOf(refused.code),
        code: refused.code,
        event: named.success ? named.data.event : null,
        buildingId: named.success ? named.data.buildingId : null,
      });
    },
  );
  table.on(deviceAction, async ({ actor, cameAt, payload: { buildingId, device: tested, action } }) => {
    if (tested === "siren") {
      await testQuietSiren(services, hub, actor, { buildingId, action });
    } else {
      await operateDoor(services, hub, actor, { buildingId, door: tested, action, pressedAt: cameAt });
    }
    return { device: tested, action };
  });
}
