import {
  bellTestArrived as bellTestArrivedEndpoint,
  bellTestHeard as bellTestHeardMessage,
  readBellTest as readBellTestEndpoint,
  startBellTest as startBellTestEndpoint,
} from "@umbral/contract/notifications/bell-test.contract";
import {
  pushPublicKey,
  readOutbox,
  registerDevice,
} from "@umbral/contract/notifications/notifications.contract";
import { changeQuietHours, readQuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/context.ts";
import type { MessageTable } from "../../platform/messages.ts";
import { proofRoute, publicRoute, route } from "../../platform/route.ts";
import { bellTestArrived, bellTestHeard, readBellTest, startBellTest } from "./bell-test.ts";
import { registerDeviceOf } from "./devices.ts";
import type { OutboxFolder } from "./outbox-folder.ts";
import { changeQuietHoursOf, readQuietHoursOf } from "./quiet-hours.ts";

/** @param folder the demonstration's outbox, which there alone can be read */
export function notificationsRoutes(
  app: FastifyInstance,
  parts: { publicKey: string; folder: OutboxFolder | undefined },
): void {
  const { folder, publicKey } = parts;
  route(app, registerDevice, ({ actor, body, request }) =>
    registerDeviceOf(app.services, actor, body.registrationToken, request.headers["user-agent"]),
  );
  route(app, readQuietHours, ({ actor }) => readQuietHoursOf(app.services, actor));
  route(app, changeQuietHours, ({ actor, body }) => changeQuietHoursOf(app.services, actor, body.quietHours));
  route(app, startBellTestEndpoint, ({ actor }) => startBellTest(app.services, actor));
  route(app, readBellTestEndpoint, ({ actor, params }) => readBellTest(app.services, actor, params.id));
  proofRoute(app, bellTestArrivedEndpoint, ({ proven }) => bellTestArrived(app.services, proven));
  publicRoute(app, pushPublicKey, async () => ({ publicKey, ways: [...app.services.ways] }));
  if (folder) {
    publicRoute(app, readOutbox, async () => ({ messages: await folder.newest() }));
  }
}

export function notificationsMessages(table: MessageTable, services: Services): void {
  table.on(bellTestHeardMessage, ({ actor, socket, payload }) =>
    bellTestHeard(services, actor, payload.testId, socket.handshake.headers["user-agent"]),
  );
}
