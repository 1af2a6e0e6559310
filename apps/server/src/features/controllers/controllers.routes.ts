import { pairController } from "@umbral/contract/controllers/controllers.contract";
import {
  deleteController,
  readControllers,
  registerController,
  renameController,
  replaceController,
} from "@umbral/contract/controllers/registering.contract";
import type { FastifyInstance } from "fastify";
import { plainLineRefusal } from "../../platform/plain-line.ts";
import { publicRoute, route } from "../../platform/route.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { pair } from "./controllers.service.ts";
import { type LettingGo, readStates, register, remove, rename, replace } from "./registering.service.ts";

export function controllersRoutes(app: FastifyInstance, hub: ControllerHub, letGo: LettingGo): void {
  const { services } = app;
  const refusePlainLine = plainLineRefusal(services);
  publicRoute(app, pairController, ({ body, request }) => {
    refusePlainLine(request.raw);
    return pair(services, { ...body, address: request.ip });
  });
  route(app, readControllers, ({ params }) => readStates(services, hub, params.id));
  route(app, registerController, ({ actor, params, body }) =>
    register(services, hub, actor, params.id, body.name),
  );
  route(app, renameController, ({ actor, params, body }) =>
    rename(services, hub, actor, params.id, body.name),
  );
  route(app, replaceController, ({ actor, params }) => replace(services, hub, actor, params.id));
  route(app, deleteController, ({ actor, params }) => remove(services, hub, actor, params.id, letGo));
}
