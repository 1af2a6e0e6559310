import {
  changeInput,
  createInput,
  deleteInput,
  listInputs,
  tryInput,
} from "@umbral/contract/inputs/inputs.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { tryDevice } from "../controllers/device-trial.ts";
import { inputs, listInputsOf } from "./inputs.service.ts";

export function inputsRoutes(app: FastifyInstance, hub: ControllerHub): void {
  const { services } = app;
  route(app, listInputs, ({ params }) => listInputsOf(services, params.id));
  route(app, createInput, async ({ actor, params, body }) => ({
    input: await inputs.make({ services, hub, actor }, params.id, body),
  }));
  route(app, changeInput, async ({ actor, params, body }) => ({
    input: await inputs.change({ services, hub, actor }, params.id, body),
  }));
  route(app, tryInput, ({ params }) => tryDevice(services, hub, "input", params.id));
  route(app, deleteInput, ({ actor, params }) => inputs.drop({ services, hub, actor }, params.id));
}
