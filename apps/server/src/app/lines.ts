import type { Socket } from "node:net";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from "fastify";
import type { Logger } from "pino";
import { Server } from "socket.io";
import { Bus } from "../platform/bus.ts";
import { shareSockets } from "../platform/bus-adapter.ts";
import type { Env } from "../platform/env.ts";
import { ForeignHosts, type HostCheck, hostCheck } from "../platform/hosts.ts";
import { handleMessagesInTurns } from "../platform/message-turns.ts";
import { Refused } from "../platform/refused.ts";
import { isSameOrigin } from "../platform/security-headers.ts";
import { UnsignedLines } from "../platform/unsigned-lines.ts";
import type { App } from "./parts.ts";

/** Bytes of one socket message at most: a frame of a large camera and its envelope. */
const SOCKET_MESSAGE_BYTES = 2_000_000;
/** Bytes of a JSON body where an endpoint does not say less. */
const BODY_BYTES = 100_000;

/** A request has come in whole by then, or its line is cut: a large picture over a bad connection takes minutes. */
const REQUEST_MS = 4 * 60_000;

/** A line whose other side does not answer the goodbye, or whose answer is not out, is cut after this long. */
const GOODBYE_MS = 1000;
/** So often lines are let go whose answers are out by then. */
const LETTING_GO_MS = 20;

/** What requests and sockets come in by. Nothing is served yet. */
export interface Lines {
  http: FastifyInstance;
  io: Server;
  /** To the other processes; undefined where there is one. */
  bus: Bus | undefined;
  unsigned: UnsignedLines;
  /** Is a line open besides those of controllers? */
  isAnybodyThere(): boolean;
  /** Every route there is by now, and who may call it. */
  routes(): App["routes"];
  /** Nothing more is noted of whom came by a foreign name. */
  quiet(): void;
  /** @param settled what is still under way once no request is */
  close(settled: () => Promise<unknown>): Promise<void>;
}

/** Opens what requests and sockets come in by: under the own names alone, and sockets from the own pages alone. */
export function openLines(env: Env, log: Logger, filesKey: Buffer): Lines {
  const http: FastifyInstance = Fastify({
    loggerInstance: log satisfies FastifyBaseLogger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // No line is written of a request: none needs a log of its own.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    trustProxy: env.trustedProxies.length > 0 ? env.trustedProxies : false,
    routerOptions: { ignoreTrailingSlash: true },
    // What is being answered is answered; the lines of all others end at once.
    forceCloseConnections: "idle",
    // An address that is none, before any route was looked for.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      reply.raw.writeHead(400, { "content-type": "application/json; charset=utf-8" });
      reply.raw.end(JSON.stringify(new Refused("BAD_REQUEST").body()));
    },
  });
  // Kept as they are and read at the end: a later hook may still say who may call one.
  const registered: RouteOptions[] = [];
  const changing = new Set<Promise<unknown>>();
  http.addHook("onRoute", (route) => {
    registered.push(route);
    const { handler } = route;
    route.handler = function (request, reply) {
      const answering: unknown = handler.call(this, request, reply);
      if (answering instanceof Promise && request.method !== "GET") {
        const change: Promise<unknown> = answering.then(
          () => changing.delete(change),
          () => changing.delete(change),
        );
        changing.add(change);
      }
      return answering;
    };
  });
  const isOwnName = hostCheck(env);
  const foreignHosts = new ForeignHosts(log);
  const isAskedByName: HostCheck = (request) => {
    const isOwn = isOwnName(request);
    if (!isOwn) {
      foreignHosts.note(request);
    }
    return isOwn;
  };
  http.addHook("onRequest", (request, _reply, done) =>
    isAskedByName(request.raw) ? done() : done(new Refused("HOST_NOT_ALLOWED")),
  );
  const open = new Set<Socket>();
  const unsigned = new UnsignedLines(env.trustedProxies);
  http.server.on("connection", (line) => {
    unsigned.opened(line);
    open.add(line);
    line.once("close", () => open.delete(line));
  });
  const io = new Server(http.server, {
    transports: ["websocket"],
    perMessageDeflate: false,
    maxHttpBufferSize: SOCKET_MESSAGE_BYTES,
    serveClient: false,
    // Cookies would sign nobody in, but a page of another origin has no business here at all.
    allowRequest: (request, decide) =>
      decide(
        null,
        isAskedByName(request) &&
          isSameOrigin(request.headers, env.publicUrl) &&
          unsigned.openedThrough(request),
      ),
  });
  const bus = env.redisUrl === undefined ? undefined : new Bus({ url: env.redisUrl, filesKey, log });
  const endSharing = bus && shareSockets(io, bus);
  handleMessagesInTurns(io);
  return {
    http,
    io,
    bus,
    unsigned,
    isAnybodyThere: () => io.of("/").sockets.size > 0 || open.size > io.of(CONTROLLER_NAMESPACE).sockets.size,
    routes: () =>
      registered.flatMap((route) =>
        [route.method].flat().map((method) => ({ method, url: route.url, access: route.config?.access })),
      ),
    quiet: () => foreignHosts.stop(),
    close: async (settled) => {
      // Closing the engine, not the sockets: "io server disconnect" is kept for sessions that are over.
      io.engine.close();
      // A phone that fell asleep would hold the stop for as long as TCP has patience.
      const goodbye = setTimeout(() => {
        for (const line of open) {
          line.destroy();
        }
      }, GOODBYE_MS);
      const lettingGo = setInterval(() => http.server.closeIdleConnections(), LETTING_GO_MS);
      await http.close();
      clearInterval(lettingGo);
      clearTimeout(goodbye);
      // Of lines that ended: what they had asked for is done all the same.
      while (changing.size > 0) {
        await Promise.all(changing);
      }
      await settled();
      // The last thing: what was answered until now is told to the other processes too.
      endSharing?.();
      bus?.close();
    },
  };
}
