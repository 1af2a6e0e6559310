import {
  leaveCamera,
  listCameras,
  listLastShown,
  subscribeCamera,
} from "@umbral/contract/cameras/cameras.contract";
import type { FastifyInstance } from "fastify";
import type { MessageTable } from "../../platform/messages.ts";
import { route } from "../../platform/route.ts";
import type { CameraRelay } from "./camera-relay.ts";
import { findCameras } from "./cameras.queries.ts";

export function camerasRoutes(app: FastifyInstance, relay: CameraRelay): void {
  const { db } = app.services;
  route(app, listCameras, async ({ params }) => ({ cameras: await findCameras(db, params.id) }));
  route(app, listLastShown, async ({ params, query: { decodes } }) => {
    const cameras = await findCameras(db, params.id);
    return relay.lastShown.of(
      cameras.map(({ id }) => id),
      decodes === undefined ? [] : [decodes],
    );
  });
}

/** In order: a `leave` must not overtake the `subscribe` before it. */
export function camerasMessages(table: MessageTable, relay: CameraRelay): void {
  table.onInOrder(subscribeCamera, ({ socket, payload }) =>
    relay.subscribe(socket, payload.buildingId, payload.camId, payload.decodes),
  );
  table.onInOrder(leaveCamera, async ({ socket, payload }) => {
    await relay.leave(socket, payload.camId);
    return {};
  });
}
