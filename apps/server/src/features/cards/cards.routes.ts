import {
  cardSetup,
  changeCard,
  createCard,
  deleteCard,
  exportCards,
  listCards,
  markCardLost,
  stopCardSetup,
} from "@umbral/contract/cards/cards.contract";
import { listOwnCards, reportLostCard } from "@umbral/contract/cards/own-cards.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../platform/context.ts";
import { csvRoute } from "../../platform/csv-route.ts";
import { device } from "../../platform/live.ts";
import type { MessageTable } from "../../platform/messages.ts";
import { route } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { exportAllCards } from "./card-export.ts";
import {
  changeCardTo,
  deleteCardFor,
  giveCard,
  listCardsOf,
  loseCardFor,
  type RefusePromised,
} from "./cards.service.ts";
import { listOwnCardsOf, loseOwnCard } from "./own-cards.ts";
import { setUpReader, stopReader } from "./reader-setups.ts";

export function cardsRoutes(app: FastifyInstance, refusePromised: RefusePromised): void {
  const { services } = app;
  route(app, listCards, ({ actor, query }) => listCardsOf(services, actor, query));
  route(app, listOwnCards, ({ actor }) => listOwnCardsOf(services, actor));
  route(app, reportLostCard, ({ actor, params }) => loseOwnCard(services, actor, params.id));
  csvRoute(app, exportCards, ({ actor, query }) => exportAllCards(services, actor, query.ids));
  route(app, createCard, ({ actor, body }) => giveCard(services, refusePromised, actor, body));
  route(app, changeCard, ({ actor, params, body }) =>
    changeCardTo(services, refusePromised, actor, params.id, body),
  );
  route(app, markCardLost, ({ actor, params }) => loseCardFor(services, actor, params.id));
  route(app, deleteCard, ({ actor, params }) => deleteCardFor(services, actor, params.id));
}

export function cardsMessages(table: MessageTable, services: Services, hub: ControllerHub): void {
  const respond = (socketId: string, error: string | null) =>
    services.live.tell(device(socketId), "card:setup:response", { error });
  table.on(
    cardSetup,
    async ({ actor, socket, payload }) => {
      const waiting = await setUpReader(services, hub, actor, { ...payload, socketId: socket.id });
      respond(socket.id, null);
      return waiting;
    },
    (socket, _payload, refused) => respond(socket.id, sentenceOf(refused.code)),
  );
  table.on(stopCardSetup, async ({ actor, payload }) => {
    await stopReader(services, hub, actor, payload);
    return {};
  });
}
