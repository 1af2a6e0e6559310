import {
  erasePerson,
  exportOwnData,
  exportPerson,
  readPersonalData,
  setLegalHold,
} from "@umbral/contract/personal-data/personal-data.contract";
import type { FastifyInstance } from "fastify";
import { archiveRoute } from "../../platform/archive-route.ts";
import { route } from "../../platform/route.ts";
import { erasePersonFor } from "./erasure.service.ts";
import { exportOwn, exportPersonFor } from "./export.service.ts";
import { readPersonalDataFor, setLegalHoldOf } from "./personal-data.service.ts";

/** All that is kept of one person: taken as an archive, erased, held by law. */
export function personalDataRoutes(app: FastifyInstance): void {
  const { services } = app;
  route(app, readPersonalData, ({ actor, params }) => readPersonalDataFor(services, actor, params.id));
  route(app, setLegalHold, ({ actor, params, body }) => setLegalHoldOf(services, actor, params.id, body));
  route(app, erasePerson, ({ actor, params, body }) =>
    erasePersonFor(services, actor, params.id, body.typed),
  );
  archiveRoute(app, exportPerson, "datos-personales", ({ actor, params }) =>
    exportPersonFor(services, actor, params.id),
  );
  archiveRoute(app, exportOwnData, "mis-datos", ({ actor, body }) =>
    exportOwn(services, actor, body.currentPassword),
  );
}
