import {
  changeEntranceSign,
  changeSignOfHome,
  readEntranceSign,
  readSignOfHome,
  renewEntranceSign,
} from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { beginSignSession, readSignPage } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute, route, signRoute } from "../../platform/route.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { changeSignOf, readSignOf, renewSignOf } from "./administer-sign.ts";
import { beginSessionAtSign, type HasLobby, pageOfVisitor } from "./open-sign.ts";
import { changeSignAtHome, readSignAtHome } from "./sign-of-home.ts";

/** @param hasLobby what the room `calls` knows of whom a building's lobby is */
export function entranceSignRoutes(app: FastifyInstance, tokens: SessionTokens, hasLobby: HasLobby): void {
  const { services } = app;
  publicRoute(app, beginSignSession, ({ body, request }) =>
    beginSessionAtSign(services, tokens, hasLobby, { ...body, address: request.ip }),
  );
  signRoute(app, readSignPage, ({ visitor }) => pageOfVisitor(services, hasLobby, visitor));
  route(app, readEntranceSign, ({ params }) => readSignOf(services, params.id));
  route(app, renewEntranceSign, ({ actor, params }) => renewSignOf(services, actor, params.id));
  route(app, changeEntranceSign, ({ actor, params, body }) => changeSignOf(services, actor, params.id, body));
  route(app, readSignOfHome, ({ actor, params }) => readSignAtHome(services, actor, params.apartmentId));
  route(app, changeSignOfHome, ({ actor, params, body }) =>
    changeSignAtHome(services, actor, { ...params, ...body }),
  );
}
