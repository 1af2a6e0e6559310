import type { Access, Endpoint } from "@umbral/contract/lib/endpoint";
import { personalFieldsOf } from "@umbral/contract/lib/personal";
import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from "fastify";
import { z } from "zod";
import type { GuestOfActor, TokenCaller, VisitorOfActor } from "./actor.ts";
import { guestOf, signedIn, visitorOf } from "./admission.ts";
import type { Actor, Services } from "./context.ts";
import { publicUrlOf } from "./env.ts";
import { readForms } from "./forms.ts";
import { originOf, withOrigin } from "./origin.ts";
import { type Form, isSigned, parseForm } from "./provider-signature.ts";
import type { Proven } from "./push-proofs.ts";
import { readInput } from "./read-input.ts";
import { Refused } from "./refused.ts";
import { replyWriterOf } from "./reply-writers.ts";
import { admitInTurn } from "./request-shares.ts";

declare module "fastify" {
  interface FastifyInstance {
    services: Services;
  }
  interface FastifyRequest {
    /** Set before anything else of the request is read; null for who is not signed in. */
    actor: Actor | null;
    /** The program that holds an API token; null for everybody else. */
    caller: TokenCaller | null;
    /** What the proof of a push said; null for a request without one. */
    proven: Proven | null;
    /** On the steady clock; it may have been waiting since then. */
    cameAt: number;
  }
  interface FastifyContextConfig {
    /** Set by {@link route} and {@link publicRoute} alone; a test fails for a route without it. */
    access?: Access;
    /** The answer has fields that the contract marks as personal. */
    isPersonal?: boolean;
  }
}

interface Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  request: FastifyRequest;
}

/**
 * The one way to make a route for signed-in people: from an endpoint of the contract.
 * @param beforeBody may refuse before anything of the body is read
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B> & { actor: Actor }) => Promise<z.input<R>>,
  beforeBody?: (actor: Actor) => void,
): void {
  const { access } = endpoint;
  if (access.kind !== "permission" && access.kind !== "party") {
    throw new Error(`${endpoint.path} is for ${access.kind}: introduce it with publicRoute`);
  }
  introduce(
    app,
    endpoint,
    (call) => handle({ ...call, actor: signedIn(call.request) }),
    beforeBody && ((request) => beforeBody(signedIn(request))),
  );
}

/** A route for anybody, or for any program on this machine. `actor` is whoever signed in all the same, or null. */
export function publicRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B> & { actor: Actor | null }) => Promise<z.input<R>>,
): void {
  if (endpoint.access.kind !== "public" && endpoint.access.kind !== "loopback") {
    throw new Error(`${endpoint.path} is for ${endpoint.access.kind}: introduce it with route`);
  }
  introduce(app, endpoint, (call) => handle({ ...call, actor: call.request.actor }));
}

/** A route for the guest of a pass. */
export function guestRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: { actor: Actor; guest: GuestOfActor }) => Promise<z.input<R>>,
): void {
  if (endpoint.access.kind !== "guest") {
    throw new Error(`${endpoint.path} is for ${endpoint.access.kind}: introduce it with route`);
  }
  introduce(app, endpoint, ({ request }) => {
    const actor = signedIn(request);
    return handle({ actor, guest: guestOf(actor) });
  });
}

/** A route for who stands before the sign at an entrance. */
export function signRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: {
    actor: Actor;
    visitor: VisitorOfActor;
    body: z.output<B>;
    request: FastifyRequest;
  }) => Promise<z.input<R>>,
): void {
  if (endpoint.access.kind !== "sign") {
    throw new Error(`${endpoint.path} is for ${endpoint.access.kind}: introduce it with route`);
  }
  introduce(app, endpoint, ({ body, request }) => {
    const actor = signedIn(request);
    return handle({ actor, visitor: visitorOf(actor), body, request });
  });
}

/** A route for programs that hold an API token. */
export function tokenRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B> & { caller: TokenCaller }) => Promise<z.input<R>>,
): void {
  if (endpoint.access.kind !== "token") {
    throw new Error(`${endpoint.path} is for ${endpoint.access.kind}: introduce it with route`);
  }
  introduce(app, endpoint, (call) => {
    const { caller } = call.request;
    if (caller === null) {
      throw new Refused("TOKEN_NOT_VALID");
    }
    return handle({ ...call, caller });
  });
}

/** A route for a device that shows the proof of a push: `actor` is whose session it registered in. */
export function proofRoute<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: { actor: Actor; proven: Proven }) => Promise<z.input<R>>,
): void {
  if (endpoint.access.kind !== "proof") {
    throw new Error(`${endpoint.path} is for ${endpoint.access.kind}: introduce it with route`);
  }
  introduce(app, endpoint, ({ request: { actor, proven } }) => {
    if (actor === null || proven === null) {
      throw new Refused("SIGN_IN_REQUIRED");
    }
    return handle({ actor, proven });
  });
}

/**
 * A route for the telephone provider, which posts forms and reads XML. Its signature covers the body, so
 * a small body is read before it is known who sent it.
 */
export function providerRoute<P extends z.ZodType, B extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, z.ZodType, B, z.ZodString>,
  handle: (call: Pick<Call<P, z.ZodType, B>, "params" | "body" | "request">) => Promise<string>,
): void {
  const { access } = endpoint;
  if (access.kind !== "provider-signature") {
    throw new Error(`${endpoint.path} is for ${access.kind}: introduce it with route`);
  }
  const { env } = app.services;
  // Apart: no other route of the product takes a form.
  app.register(async (apart) => {
    apart.removeAllContentTypeParsers();
    apart.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }) },
      async (_request: FastifyRequest, text: string) => {
        const form = parseForm(text);
        if (form === null) {
          throw new Refused("BAD_REQUEST");
        }
        return form;
      },
    );
    apart.route({
      method: endpoint.method,
      url: pathFor(endpoint.path, env.product),
      config: { access },
      schema: { params: endpoint.params, body: endpoint.body },
      onRequest: async (request) => {
        if (env.twilio === undefined || request.headers["x-twilio-signature"] === undefined) {
          throw new Refused("SIGN_IN_REQUIRED");
        }
      },
      preValidation: async (request) => {
        const signature = request.headers["x-twilio-signature"];
        const url = `${publicUrlOf(env)}${request.raw.url}`;
        const form = request.body as Form;
        if (
          env.twilio === undefined ||
          typeof signature !== "string" ||
          !isSigned(env.twilio.authToken, url, form ?? {}, signature)
        ) {
          throw new Refused("SIGN_IN_REQUIRED");
        }
      },
      handler: async (request, reply) => {
        const text = await handle({
          params: parsedBy(endpoint.params, request.params),
          body: parsedBy(endpoint.body, request.body),
          request,
        });
        return reply.type("text/xml; charset=utf-8").header("cache-control", "no-store").send(text);
      },
    });
  });
}

function introduce<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (call: Call<P, Q, B>) => Promise<z.input<R>>,
  beforeBody?: (request: FastifyRequest) => void,
): void {
  const schema: FastifySchema = {
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.method === "GET" ? {} : { body: endpoint.body }),
    response: { 200: endpoint.reply },
  };
  const options: RouteOptions = {
    method: endpoint.method,
    url: pathFor(endpoint.path, app.services.env.product),
    config: { access: endpoint.access, isPersonal: personalFieldsOf(endpoint.reply).length > 0 },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    schema,
    serializerCompiler: () => replyWriterOf(endpoint),
    // Session, then permission, then all the rest: a body is not even read for who may not send it.
    onRequest: async (request, reply) => {
      await admitInTurn(app.services, request, reply, endpoint.access);
      beforeBody?.(request);
    },
    handler: (request) =>
      withOrigin(
        originOf(request.ip, request.headers),
        () =>
          handle({
            params: parsedBy(endpoint.params, request.params),
            query: parsedBy(endpoint.query, request.query),
            body: parsedBy(endpoint.body, request.body),
            request,
          }),
        request.actor?.id ?? request.caller?.accountId,
      ),
  };
  if (endpoint.isForm) {
    readForms(app, options, {
      files: filesIn(endpoint.body),
      ...(endpoint.textLimit === undefined ? {} : { textBytes: endpoint.textLimit }),
    });
  } else {
    app.route(options);
  }
}

/** How many files a form's schema names. */
function filesIn(body: z.ZodType): number {
  const fields = body instanceof z.ZodObject ? Object.values(body.shape) : [];
  return fields.filter(
    (field) => (field instanceof z.ZodOptional ? field.unwrap() : field) instanceof z.ZodFile,
  ).length;
}

/** What the validator put there, with the type its schema gives. */
export function parsedBy<T extends z.ZodType>(_schema: T, value: unknown): z.output<T> {
  return value as z.output<T>;
}

/** `/api/{product}/doors/{id}` → `/api/bb/doors/:id`. */
export function pathFor(path: string, product: string): string {
  return path.replace("{product}", product).replace(/\{(\w+)\}/g, ":$1");
}

/** Fastify's validator, made of the contract's schemas. */
export function zodValidator({ schema }: { schema: unknown }) {
  return (data: unknown): { value: unknown } | { error: Error } => {
    if (!(schema instanceof z.ZodType)) {
      throw new Error("a route's schema must come from the contract");
    }
    try {
      // Fastify says null for a request without a body.
      return { value: readInput(schema, data ?? undefined) };
    } catch (error) {
      if (error instanceof Refused) {
        return { error };
      }
      throw error;
    }
  };
}
