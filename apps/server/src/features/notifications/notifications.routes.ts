import {
  pushPublicKey,
  readOutbox,
  registerDevice,
} from "@umbral/contract/notifications/notifications.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute, route } from "../../platform/route.ts";
import { registerDeviceOf } from "./notifications.service.ts";
import type { OutboxFolder } from "./outbox-folder.ts";

/** @param folder the demonstration's outbox, which there alone can be read */
export function notificationsRoutes(
  app: FastifyInstance,
  parts: { publicKey: string; folder: OutboxFolder | undefined },
): void {
  const { folder, publicKey } = parts;
  route(app, registerDevice, ({ actor, body }) =>
    registerDeviceOf(app.services, actor, body.registrationToken),
  );
  publicRoute(app, pushPublicKey, async () => ({ publicKey }));
  if (folder) {
    publicRoute(app, readOutbox, async () => ({ messages: await folder.newest() }));
  }
}
