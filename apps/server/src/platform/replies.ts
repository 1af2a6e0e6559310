import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Env } from "./env.ts";
import { PERMISSIONS_POLICY, securityHeaders } from "./security-headers.ts";

/** Smaller JSON fits into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024;
/** Up to here compressing takes less than a turn of anybody else; longer texts go to Node's threads. */
const COMPRESSED_AT_ONCE_BYTES = 16 * 1024;

/** What all answers have in common. Before any route is made: compressing is added to each as it comes. */
export async function dressReplies(http: FastifyInstance, env: Env): Promise<void> {
  await http.register(helmet, securityHeaders(env));
  http.addHook("onSend", async (request, reply) => {
    reply.header("permissions-policy", PERMISSIONS_POLICY);
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) {
      // People and homes are in nearly all of them. What anybody may read (the buildings' names, the terms) may be
      // kept, and is asked for again all the same, unless the contract marks something in it as personal.
      const { access, isPersonal } = request.routeOptions.config;
      const isForAnybody =
        access?.kind === "public" &&
        isPersonal !== true &&
        request.method === "GET" &&
        request.actor === null &&
        reply.statusCode < 400;
      reply.header("cache-control", isForAnybody ? "no-cache" : "no-store");
    }
  });
  // The web app's own files have their compressed twins beside them.
  http.addHook("onRoute", (route) => {
    if (!route.url.startsWith("/api/")) {
      route.compress = false;
    }
  });
  await http.register(compress, {
    encodings: ["br", "gzip"],
    threshold: COMPRESSED_FROM_BYTES,
    syncThreshold: COMPRESSED_AT_ONCE_BYTES,
    // What is sent to us is never unpacked: a small body would become a large one behind its limit.
    globalDecompression: false,
  });
}
