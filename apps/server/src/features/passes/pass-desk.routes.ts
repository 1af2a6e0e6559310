import {
  enterByPass,
  findPassByCode,
  leaveByPass,
  listGuests,
} from "@umbral/contract/passes/pass-desk.contract";
import { readRollCall } from "@umbral/contract/passes/roll-call.contract";
import type { FastifyInstance } from "fastify";
import { route } from "../../platform/route.ts";
import { type AskDecider, enterByPassOf } from "./enter-by-pass.ts";
import { findPassOf } from "./find-pass.ts";
import { listGuestsOf } from "./guest-list.ts";
import { leaveByPassOf } from "./leave-by-pass.ts";
import { rollCallOf } from "./roll-call.ts";

/** @param askDecider the controller that counts a pass's entries, on whose line it is asked */
export function passDeskRoutes(app: FastifyInstance, askDecider: AskDecider): void {
  const { services } = app;
  route(app, findPassByCode, ({ actor, params, body }) =>
    findPassOf(services, actor, { ...params, ...body }),
  );
  route(app, enterByPass, ({ actor, params, body }) =>
    enterByPassOf(services, actor, { ...params, ...body }, askDecider),
  );
  route(app, leaveByPass, ({ actor, params, body }) =>
    leaveByPassOf(services, actor, { ...params, ...body }),
  );
  route(app, readRollCall, ({ actor, params }) => rollCallOf(services, actor, params.buildingId));
  route(app, listGuests, ({ actor, params, query }) =>
    listGuestsOf(services, actor, params.buildingId, query),
  );
}
