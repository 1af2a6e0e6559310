import {
  changeCardHolder,
  createCardHolder,
  exportCardHolders,
  listCardHolders,
  listHomeCardHolders,
  removeCardHolder,
  resumeHomeCard,
  suspendHomeCard,
} from "@umbral/contract/users/card-holders.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { exportCardHoldersOf } from "./card-holder-export.ts";
import {
  changeCardHolderOf,
  listCardHoldersOf,
  listCardHoldersOfHome,
  makeCardHolder,
  removeCardHolderOf,
  resumeCardOfHome,
  suspendCardOfHome,
} from "./card-holders.service.ts";

/** People who carry a card and have no account. */
export function cardHoldersRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listCardHolders, ({ params, query }) => listCardHoldersOf(services, params.id, query));
  csvRoute(app, exportCardHolders, ({ actor, params, query }) =>
    exportCardHoldersOf(services, actor, params.id, query),
  );
  route(app, createCardHolder, ({ actor, params, body }) => makeCardHolder(services, actor, params.id, body));
  route(app, changeCardHolder, ({ actor, params, body }) =>
    changeCardHolderOf(services, actor, { buildingId: params.id, userId: params.userId }, body),
  );
  route(app, removeCardHolder, ({ actor, params }) =>
    removeCardHolderOf(services, actor, { buildingId: params.id, userId: params.userId }),
  );
  route(app, listHomeCardHolders, ({ params }) => listCardHoldersOfHome(services, params.id));
  route(app, suspendHomeCard, ({ actor, params: { id: apartmentId, ...of } }) =>
    suspendCardOfHome(services, actor, { apartmentId, ...of }),
  );
  route(app, resumeHomeCard, ({ actor, params: { id: apartmentId, ...of } }) =>
    resumeCardOfHome(services, actor, { apartmentId, ...of }),
  );
}
