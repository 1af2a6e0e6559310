import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { anybody } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi.ts";

/** It is made of every schema, which takes a while, and is the same for every server of a process. */
const documents = new Map<string, ReturnType<typeof openApiDocument>>();

function documentOf(product: string) {
  const document = documents.get(product) ?? openApiDocument(product);
  documents.set(product, document);
  return document;
}

/** The contract as an OpenAPI document (`/api/openapi.json`) and as a page to read (`/api/docs`). */
export async function documentRoutes(http: FastifyInstance): Promise<void> {
  const document = documentOf(http.services.env.product);
  http.get("/api/openapi.json", { config: { access: anybody } }, async () => document);

  // The page is a plugin's: its routes are made by it, and all of them show the public document.
  await http.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: anybody };
    });
    await scope.register(swagger, { mode: "static", specification: { document } });
    await scope.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
  });
}
