import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { anybody } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./openapi.ts";

interface Made {
  document: ReturnType<typeof openApiDocument>;
  /** As it is sent, to whoever asks. */
  text: string;
}

/** It is made of every schema, which takes a while, and is the same for every server of a process. */
const made = new Map<string, Made>();

function makeFor(product: string): Made {
  const document = openApiDocument(product);
  return { document, text: JSON.stringify(document) };
}

function documentOf(product: string): Made {
  const known = made.get(product) ?? makeFor(product);
  made.set(product, known);
  return known;
}

/** The contract as an OpenAPI document (`/api/openapi.json`) and as a page to read (`/api/docs`). */
export async function documentRoutes(http: FastifyInstance): Promise<void> {
  const { document, text } = documentOf(http.services.env.product);
  http.get("/api/openapi.json", { config: { access: anybody } }, async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(text),
  );

  // The page is a plugin's: its routes are made by it, and all of them show the public document.
  await http.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: anybody };
    });
    await scope.register(swagger, { mode: "static", specification: { document } });
    await scope.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
  });
}
