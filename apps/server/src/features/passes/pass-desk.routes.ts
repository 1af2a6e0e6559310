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
import { findPassOf, type IsCodeOfParcels } from "./find-pass.ts";
import { listGuestsOf } from "./guest-list.ts";
import { leaveByPassOf } from "./leave-by-pass.ts";
import type { WhoHears } from "./pass-news.ts";
import { rollCallOf } from "./roll-call.ts";

/**
 * @param means `askDecider`: the controller that counts a pass's entries, on whose line it is asked; `whoHears`: who of a
 * pass's hosts wants to be told of an arrival; `isCodeOfParcels`: the desk's one field takes those codes too
 */
export function passDeskRoutes(
  app: FastifyInstance,
  means: { askDecider: AskDecider; whoHears: WhoHears; isCodeOfParcels: IsCodeOfParcels },
): void {
  const { services } = app;
  route(app, findPassByCode, ({ actor, params, body }) =>
    findPassOf(services, actor, { ...params, ...body }, means.isCodeOfParcels),
  );
  route(app, enterByPass, ({ actor, params, body }) =>
    enterByPassOf(services, actor, { ...params, ...body }, means),
  );
  route(app, leaveByPass, ({ actor, params, body }) =>
    leaveByPassOf(services, actor, { ...params, ...body }),
  );
  route(app, readRollCall, ({ actor, params }) => rollCallOf(services, actor, params.buildingId));
  route(app, listGuests, ({ actor, params, query }) =>
    listGuestsOf(services, actor, params.buildingId, query),
  );
}
