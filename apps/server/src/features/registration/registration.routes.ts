import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import { publicRoute } from "../../platform/route.ts";
import type { RequestSource } from "./applicant.ts";
import {
  registerOwnerAt,
  registerQuickly,
  registerResidentAt,
  registerVisitorOf,
} from "./registration.service.ts";

export function registrationRoutes(app: FastifyInstance): void {
  const { services } = app;
  publicRoute(app, registerResident, ({ params, body, request }) =>
    registerResidentAt(services, params.apartmentId, body, source(request)),
  );
  publicRoute(app, registerOwner, ({ params, body, request }) =>
    registerOwnerAt(services, params.apartmentId, body, source(request)),
  );
  publicRoute(app, registerVisitor, ({ body, request }) =>
    registerVisitorOf(services, body, source(request)),
  );
  publicRoute(app, registerExpress, ({ body, request }) => registerQuickly(services, body, source(request)));
}

const source = (request: FastifyRequest): RequestSource => ({
  address: request.ip,
  isFromThisMachine: cameDirectlyFromThisMachine(request),
});
