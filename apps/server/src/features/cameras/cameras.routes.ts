import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import type { FastifyInstance } from "fastify";
import type { MessageTable } from "../../platform/messages.ts";
import { route } from "../../platform/route.ts";
import type { CameraRelay } from "./camera-relay.ts";
import { findCameras } from "./cameras.queries.ts";

export function camerasRoutes(app: FastifyInstance): void {
  route(app, listCameras, async ({ params }) => ({ cameras: await findCameras(app.services.db, params.id) }));
}

export function camerasMessages(table: MessageTable, relay: CameraRelay): void {
  table.on(subscribeCamera, ({ socket, payload }) =>
    relay.subscribe(socket, payload.buildingId, payload.camId),
  );
  table.on(leaveCamera, async ({ socket, payload }) => {
    await relay.leave(socket, payload.camId);
    return {};
  });
}
