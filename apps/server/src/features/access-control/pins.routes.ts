import {
  changeOwnPin,
  changePin,
  listOwnPins,
  makeOwnPin,
  makePin,
  readPin,
  withdrawOwnPin,
  withdrawPin,
} from "@umbral/contract/access-control/pins.contract";
import type { FastifyInstance } from "fastify";
import type { Actor } from "../../platform/context.ts";
import { route } from "../../platform/route.ts";
import type { AccessChanged } from "./changing.ts";
import {
  changeOwnPinOf,
  changePinOf,
  listOwnPinsOf,
  makeOwnPinOf,
  makePinFor,
  readPinOf,
  withdrawOwnPinOf,
  withdrawPinOf,
} from "./pins.service.ts";

/** PINs, for whoever administers a building and for who holds them. @param accessChanged hears of every change */
export function pinsRoutes(app: FastifyInstance, accessChanged: AccessChanged): void {
  const { services } = app;
  const by = (actor: Actor) => ({ services, actor, accessChanged });
  const of = ({ id: buildingId, userId }: { id: string; userId: string }) => ({ buildingId, userId });

  route(app, readPin, ({ params }) => readPinOf(services, of(params)));
  route(app, makePin, ({ actor, params, body }) => makePinFor(by(actor), of(params), body));
  route(app, changePin, ({ actor, params, body }) => changePinOf(by(actor), of(params), body));
  route(app, withdrawPin, ({ actor, params }) => withdrawPinOf(by(actor), of(params)));

  route(app, listOwnPins, ({ actor }) => listOwnPinsOf(services, actor));
  route(app, makeOwnPin, ({ actor, params }) => makeOwnPinOf(by(actor), params.buildingId));
  route(app, changeOwnPin, ({ actor, params, body }) =>
    changeOwnPinOf(by(actor), params.buildingId, body.active),
  );
  route(app, withdrawOwnPin, ({ actor, params }) => withdrawOwnPinOf(by(actor), params.buildingId));
}
