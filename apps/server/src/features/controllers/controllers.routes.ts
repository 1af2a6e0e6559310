import { pairController } from "@umbral/contract/controllers/controllers.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute } from "../../platform/route.ts";
import { pair } from "./controllers.service.ts";

export function controllersRoutes(app: FastifyInstance): void {
  publicRoute(app, pairController, ({ body, request }) =>
    pair(app.services, { ...body, address: request.ip }),
  );
}
