import { readTerms } from "@umbral/contract/registration/terms.contract";
import type { FastifyInstance } from "fastify";
import { publicRoute } from "../../platform/route.ts";
import { termsInForce } from "./terms.ts";

export function termsRoutes(app: FastifyInstance): void {
  publicRoute(app, readTerms, () => Promise.resolve({ terms: termsInForce }));
}
