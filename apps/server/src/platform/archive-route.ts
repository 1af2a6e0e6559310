import type { Readable } from "node:stream";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { signedIn } from "./admission.ts";
import type { Actor } from "./context.ts";
import { sendFile } from "./file-reply.ts";
import { whileTheyRead } from "./hang-up.ts";
import { originOf, withOrigin } from "./origin.ts";
import { admitInTurn } from "./request-shares.ts";
import { parsedBy, pathFor } from "./route.ts";

/**
 * A route that answers with an archive while it is being made. What is refused before its first byte is a refusal; what
 * fails later breaks the line, so that half an archive is never taken for a whole one.
 * @param name what the file is called, before the day
 */
export function archiveRoute<P extends z.ZodType, B extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, z.ZodType, B, z.ZodString, "POST">,
  name: string,
  handle: (call: { params: z.output<P>; body: z.output<B>; actor: Actor }) => Promise<Readable>,
): void {
  const { access } = endpoint;
  if (access.kind !== "permission" || endpoint.isFile !== "zip") {
    throw new Error(`${endpoint.path} is no archive for who may do something`);
  }
  const { clock, env } = app.services;
  app.route({
    method: endpoint.method,
    url: pathFor(endpoint.path, env.product),
    config: { access },
    compress: false,
    schema: { params: endpoint.params, querystring: endpoint.query, body: endpoint.body },
    onRequest: (request, reply) => admitInTurn(app.services, request, reply, access),
    handler: (request, reply) =>
      withOrigin(
        originOf(request.ip, request.headers),
        async () => {
          const archive = await handle({
            params: parsedBy(endpoint.params, request.params),
            body: parsedBy(endpoint.body, request.body),
            actor: signedIn(request),
          });
          whileTheyRead(reply.raw);
          return sendFile(reply, { kind: "zip", name, at: clock.now() }, archive);
        },
        request.actor?.id,
      ),
  });
}
