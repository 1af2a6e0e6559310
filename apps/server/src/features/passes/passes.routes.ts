import {
  changePass,
  listPasses,
  makePass,
  sendPass,
  sharePass,
  takePassBack,
} from "@umbral/contract/passes/passes.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { makePassOf } from "./make-pass.ts";
import { changePassOf, listPassesOf, sharePassOf, takeBackPassOf } from "./passes.service.ts";
import { sendPassOf } from "./send-pass.ts";

export function passesRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listPasses, ({ actor, params, query }) =>
    listPassesOf(services, actor, params.buildingId, query),
  );
  route(app, makePass, ({ actor, params, body }) => makePassOf(services, actor, params.buildingId, body));
  route(app, changePass, ({ actor, params, body }) => changePassOf(services, actor, params, body));
  route(app, takePassBack, ({ actor, params }) => takeBackPassOf(services, actor, params));
  route(app, sharePass, ({ actor, params }) => sharePassOf(services, actor, params));
  route(app, sendPass, ({ actor, params, body }) => sendPassOf(services, actor, params, body));
}
