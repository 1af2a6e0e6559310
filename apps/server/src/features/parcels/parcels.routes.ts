import {
  closeBills,
  drawParcelCode,
  exportParcels,
  findParcelsByCode,
  handOverParcels,
  listHomeParcels,
  listParcels,
  moveParcel,
  receiveBills,
  receiveParcel,
  returnParcel,
  showHomeParcelPictures,
  showParcelPictures,
} from "@umbral/contract/parcels/parcels.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { findParcelsByCodeOf } from "./find-by-code.ts";
import { closeBillsOf, handOverParcelsOf, moveParcelOf, returnParcelOf } from "./hand-over-parcels.ts";
import { drawParcelCodeOf } from "./parcel-codes.ts";
import {
  exportParcelsOf,
  listHomeParcelsOf,
  listParcelsOf,
  showHomeParcelPicturesOf,
  showParcelPicturesOf,
} from "./parcels.service.ts";
import { receiveBillsOf, receiveParcelOf } from "./receive-parcels.ts";

export function parcelsRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listParcels, ({ params, query }) => listParcelsOf(services, params.buildingId, query));
  route(app, listHomeParcels, ({ actor, params, query }) =>
    listHomeParcelsOf(services, actor, params.apartmentId, query),
  );
  route(app, showParcelPictures, ({ actor, params }) => showParcelPicturesOf(services, actor, params));
  route(app, showHomeParcelPictures, ({ actor, params }) =>
    showHomeParcelPicturesOf(services, actor, params),
  );
  route(app, receiveParcel, ({ actor, params, body }) =>
    receiveParcelOf(services, actor, params.buildingId, body),
  );
  route(app, receiveBills, ({ actor, params, body }) =>
    receiveBillsOf(services, actor, params.buildingId, body),
  );
  route(app, closeBills, ({ actor, params }) => closeBillsOf(services, actor, params));
  route(app, findParcelsByCode, ({ actor, params, body }) =>
    findParcelsByCodeOf(services, actor, { ...params, ...body }),
  );
  route(app, handOverParcels, ({ actor, params, body }) =>
    handOverParcelsOf(services, actor, params.buildingId, body),
  );
  route(app, returnParcel, ({ actor, params, body }) =>
    returnParcelOf(services, actor, { ...params, ...body }),
  );
  route(app, moveParcel, ({ actor, params, body }) =>
    moveParcelOf(services, actor, { ...params, apartmentId: body.apartmentId }),
  );
  route(app, drawParcelCode, ({ actor, params }) => drawParcelCodeOf(services, actor, params.apartmentId));
  csvRoute(app, exportParcels, ({ actor, params, query }) =>
    exportParcelsOf(services, actor, params.buildingId, query),
  );
}
