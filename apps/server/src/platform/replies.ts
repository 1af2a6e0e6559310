import compress from "@fastify/compress";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import type { Env } from "./env.ts";
import { securityHeaders } from "./security-headers.ts";

/** Smaller JSON fits into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1024;
/** Up to here compressing takes less than a turn of anybody else; longer texts go to Node's threads. */
const COMPRESSED_AT_ONCE_BYTES = 16 * 1024;

/** What all answers have in common. Before any route is made: compressing is added to each as it comes. */
export async function dressReplies(http: FastifyInstance, env: Pick<Env, "publicUrl">): Promise<void> {
  const headers = securityHeaders(env);
  http.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  http.addHook("onSend", (request, reply, _payload, done) => {
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) {
      // People and homes are in nearly all of them. What anybody may read (the buildings' names, the terms) may be
      // kept, and is asked for again all the same, unless the contract marks something in it as personal.
      const isForAnybody =
        request.actor === null &&
        request.method === "GET" &&
        reply.statusCode < 400 &&
        isOpen(request.routeOptions.config);
      reply.header("cache-control", isForAnybody ? "no-cache" : "no-store");
    }
    done();
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

const isOpen = ({ access, isPersonal }: FastifyContextConfig): boolean =>
  access?.kind === "public" && isPersonal !== true;
