import { handOverShift, readHandover } from "@umbral/contract/kiosks/handing-over.contract";
import {
  beginShift,
  endShift,
  listKiosks,
  offerKiosk,
  pairKiosk,
  readShiftPin,
  setShiftPin,
  showShiftPin,
  takeBackKiosk,
} from "@umbral/contract/kiosks/kiosks.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import { originOf } from "../../platform/origin.ts";
import { publicRoute, route } from "../../platform/route.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { handShiftOver, type OpenItems, openItemsOf } from "./handing-over.ts";
import { kiosksOf, offerKioskTo, pairKioskBy, takeKioskBack } from "./kiosks.service.ts";
import { setOwnShiftPin, shiftPinOf } from "./own-shift-pin.ts";
import { beginShiftAt, endShiftOf, showPinAt } from "./shifts.ts";

/** @param open what waits for whoever comes, as each later room says of its own */
export function kiosksRoutes(app: FastifyInstance, tokens: SessionTokens, open: readonly OpenItems[]): void {
  const { services } = app;
  route(app, listKiosks, ({ params }) => kiosksOf(services, params.id));
  route(app, offerKiosk, ({ actor, params, body }) => offerKioskTo(services, actor, params.id, body.name));
  route(app, takeBackKiosk, ({ actor, params }) =>
    takeKioskBack(services, actor, { id: params.kioskId, buildingId: params.id }),
  );

  publicRoute(app, pairKiosk, ({ body, request }) =>
    pairKioskBy(services, tokens, { ...body, address: request.ip, userAgent: userAgentOf(request) }),
  );
  route(app, beginShift, ({ actor, body, request }) =>
    beginShiftAt(services, tokens, actor, {
      ...body,
      userAgent: userAgentOf(request),
      isFromThisMachine: cameDirectlyFromThisMachine(request),
    }),
  );
  route(app, showShiftPin, ({ actor, body }) => showPinAt(services, actor, body.pin));
  route(app, endShift, ({ actor }) => endShiftOf(services, actor));

  route(app, readHandover, async ({ params }) => ({ open: await openItemsOf(open, params.buildingId) }));
  route(app, handOverShift, ({ actor, params, body, request }) =>
    handShiftOver(services, tokens, actor, {
      ...params,
      ...body,
      open,
      userAgent: userAgentOf(request),
      isFromThisMachine: cameDirectlyFromThisMachine(request),
    }),
  );

  route(app, readShiftPin, ({ actor }) => shiftPinOf(services, actor));
  route(app, setShiftPin, ({ actor, body }) => setOwnShiftPin(services, actor, body));
}

const userAgentOf = (request: FastifyRequest): string => originOf(request.ip, request.headers).userAgent;
