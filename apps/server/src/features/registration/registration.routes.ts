import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import { publicRoute } from "../../platform/route.ts";
import {
  registerOwnerAt,
  registerQuickly,
  registerResidentAt,
  registerVisitorOf,
  type Whence,
} from "./registration.service.ts";

export function registrationRoutes(app: FastifyInstance): void {
  const { services } = app;
  publicRoute(app, registerResident, ({ params, body, request }) =>
    registerResidentAt(services, params.apartmentId, body, whence(request)),
  );
  publicRoute(app, registerOwner, ({ params, body, request }) =>
    registerOwnerAt(services, params.apartmentId, body, whence(request)),
  );
  publicRoute(app, registerVisitor, ({ body, request }) =>
    registerVisitorOf(services, body, whence(request)),
  );
  publicRoute(app, registerExpress, ({ body, request }) => registerQuickly(services, body, whence(request)));
}

const whence = (request: FastifyRequest): Whence => ({
  address: request.ip,
  isFromThisMachine: cameDirectlyFromThisMachine(request),
});
