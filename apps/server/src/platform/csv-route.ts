import { once } from "node:events";
import { Readable } from "node:stream";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { signedIn } from "./admission.ts";
import type { Actor } from "./context.ts";
import type { CsvFile } from "./csv.ts";
import { sendFile } from "./file-reply.ts";
import { originOf, withOrigin } from "./origin.ts";
import { admitInTurn } from "./request-shares.ts";
import { parsedBy, pathFor } from "./route.ts";

/**
 * A route that answers with a file for a spreadsheet. Whoever asks is known by the header, as everywhere: no
 * address downloads anything by itself. What the service refuses before the first part is a refusal; what
 * fails later breaks the line, so that half a file is never taken for a whole one.
 */
export function csvRoute<P extends z.ZodType, Q extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, z.ZodUndefined, z.ZodString, "GET">,
  handle: (call: { params: z.output<P>; query: z.output<Q>; actor: Actor }) => Promise<CsvFile>,
): void {
  const { access } = endpoint;
  if (access.kind !== "permission" || endpoint.isFile !== "csv") {
    throw new Error(`${endpoint.path} is no file for who may do something`);
  }
  const { clock, env } = app.services;
  app.route({
    method: endpoint.method,
    url: pathFor(endpoint.path, env.product),
    config: { access },
    // A compressor would hold rows back until it has many.
    compress: false,
    schema: { params: endpoint.params, querystring: endpoint.query },
    onRequest: (request, reply) => admitInTurn(app.services, request, reply, access),
    handler: (request, reply) =>
      withOrigin(
        originOf(request.ip, request.headers),
        async () => {
          const { name, parts } = await handle({
            params: parsedBy(endpoint.params, request.params),
            query: parsedBy(endpoint.query, request.query),
            actor: signedIn(request),
          });
          const file = Readable.from(parts);
          // Its first part is there: what cannot be read at all is a refusal, and no line that breaks.
          await once(file, "readable");
          return sendFile(reply, { kind: "csv", name, at: clock.now() }, file);
        },
        request.actor?.id,
      ),
  });
}
