import {
  changeCamera,
  createCamera,
  deleteCamera,
  exportCameras,
  readCameraStreams,
  readCameras,
  searchCameras,
  testCamera,
} from "@umbral/contract/cameras/administering-cameras.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { cameras, dropCamera, readCamerasOf, tryCamera } from "./administering-cameras.service.ts";
import { exportCamerasOf } from "./camera-export.ts";
import type { CameraRelay } from "./camera-relay.ts";
import { readStreamsOf, searchCamerasOf } from "./camera-search.service.ts";

export function administeringCamerasRoutes(
  app: FastifyInstance,
  hub: ControllerHub,
  relay: Pick<CameraRelay, "video" | "moved">,
): void {
  const { services } = app;
  route(app, readCameras, ({ params }) => readCamerasOf(services, relay.video, params.id));
  csvRoute(app, exportCameras, ({ actor, params, query }) =>
    exportCamerasOf(services, actor, params.id, query),
  );
  route(app, createCamera, async ({ actor, params, body }) => ({
    camera: await cameras.make({ services, hub, actor }, params.id, body),
  }));
  route(app, changeCamera, async ({ actor, params, body }) => {
    const camera = await cameras.change({ services, hub, actor }, params.id, body);
    if (body.source !== undefined) {
      relay.moved(params.id);
    }
    return { camera };
  });
  route(app, deleteCamera, async ({ actor, params }) => {
    const dropped = await dropCamera({ services, hub, actor }, params.id);
    relay.moved(params.id);
    return dropped;
  });
  route(app, testCamera, ({ actor, params, body }) =>
    tryCamera(services, hub, actor, {
      buildingId: params.id,
      source: body.source,
      cameraId: body.cameraId,
      controllerId: body.controllerId,
    }),
  );
  route(app, searchCameras, ({ actor, params, body }) => {
    const asking = { services, hub, actor, buildingId: params.id, controllerId: body.controllerId };
    return searchCamerasOf(asking, body.host ?? null);
  });
  route(app, readCameraStreams, ({ actor, params, body: { controllerId, ...camera } }) =>
    readStreamsOf({ services, hub, actor, buildingId: params.id, controllerId }, camera),
  );
}
