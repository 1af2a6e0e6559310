import {
  correctLine,
  exportLogbook,
  listLogbook,
  writeNote,
} from "@umbral/contract/logbook/logbook.contract";
import type { FastifyInstance } from "fastify";
import { csvRoute } from "../../platform/csv-route.ts";
import { route } from "../../platform/route.ts";
import { correctBy, exportLogbookOf, listLogbookOf, noteBy } from "./logbook.service.ts";

export function logbookRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, listLogbook, ({ actor, params, query }) =>
    listLogbookOf(services, actor, params.buildingId, query),
  );
  csvRoute(app, exportLogbook, ({ actor, params, query }) =>
    exportLogbookOf(services, actor, params.buildingId, query),
  );
  route(app, writeNote, ({ actor, params, body }) => {
    const { picture1, picture2, picture3, picture4, ...note } = body;
    const pictures = Object.entries({ picture1, picture2, picture3, picture4 }).flatMap(([property, sent]) =>
      sent === undefined ? [] : [{ property, sent }],
    );
    return noteBy(services, actor, { ...params, ...note, pictures });
  });
  route(app, correctLine, ({ actor, params, body }) => correctBy(services, actor, { ...params, ...body }));
}
