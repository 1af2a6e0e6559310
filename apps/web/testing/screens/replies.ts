import { allEndpoints } from "@umbral/contract/endpoints";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { type ErrorCode, Refusal, sentenceOf, statusOf } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { later } from "../later.ts";

/** What a screen sent, as the contract's schemas read it on the server. */
export interface Asked<E extends Endpoint> {
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  /** The session's token, as the header carries it. */
  token: string | undefined;
}

type Answering<E extends Endpoint> = (asked: Asked<E>) => z.input<E["reply"]> | Promise<z.input<E["reply"]>>;
type Answer<E extends Endpoint> = z.input<E["reply"]> | Answering<E>;

// No reply of the contract is a function.
const isAnswering = <E extends Endpoint>(answer: Answer<E>): answer is Answering<E> =>
  typeof answer === "function";

/** A request as it leaves the page, by `fetch` or with pictures. */
export interface Outgoing {
  method: string;
  url: URL;
  token: string | undefined;
  body: BodyInit | null;
}

/** An answer that is not of the contract: a proxy's, a fault's. Thrown by an answer. */
export class RawAnswer extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text = "") {
    super(`answered ${status}`);
    this.status = status;
    this.text = text;
  }
}

/** Nothing comes back. Thrown by an answer. */
export class NoAnswer extends Error {}

class Refused extends Error {
  readonly refusal: Refusal;
  readonly headers: Record<string, string>;

  constructor(refusal: Refusal, headers: Record<string, string>) {
    super(refusal.code);
    this.refusal = refusal;
    this.headers = headers;
  }
}

/** The server's no, in its own words and with its own status unless others are given. Thrown by an answer. */
export function refused(
  code: ErrorCode,
  more: Partial<Omit<Refusal, "code">> = {},
  headers: Record<string, string> = {},
): Error {
  const refusal = { statusCode: statusOf(code), code, message: sentenceOf(code), errors: [], ...more };
  return new Refused(Refusal.parse(refusal), headers);
}

/** What was thrown, when it is a no of the server. */
export const refusalIn = (error: unknown): Refusal | undefined =>
  error instanceof Refused ? error.refusal : undefined;

/** An answer that always fails like this. */
export function failing(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** Fails until somebody presses something: the page's line asks anew when it comes up, and must find nothing better. */
export function failingUntilPressed<Reply>(error: Error, reply: Reply): () => Reply {
  let isPressed = false;
  addEventListener("click", () => (isPressed = true), { capture: true, once: true });
  return () => {
    if (!isPressed) {
      throw error;
    }
    return reply;
  };
}

/** An answer that waits until the test lets it go; `isAsked` when the request has arrived. */
export function held<Reply>(reply: Reply) {
  const asked = later<void>();
  const going = later<void>();
  return {
    answer: async (): Promise<Reply> => {
      asked.resolve();
      await going.promise;
      return reply;
    },
    isAsked: asked.promise,
    letGo: () => going.resolve(),
  };
}

/** The configured word of the administration's paths. */
const PRODUCT = "bb";

const known = allEndpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }));

function patternOf(path: string): RegExp {
  const parts = path
    .replace("{product}", PRODUCT)
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return new RegExp(`^${parts}$`);
}

/** The endpoint of a request: of two that fit, the one with fewer parameters, as the server's router has it. */
function endpointOf({ method, url }: Outgoing) {
  return known
    .flatMap(({ endpoint, pattern }) => {
      const groups = endpoint.method === method ? pattern.exec(url.pathname) : null;
      return groups ? [{ endpoint, params: decoded({ ...groups.groups }) }] : [];
    })
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

const decoded = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));

/**
 * Stands in for the server, typed by the contract: a request is read by the endpoint's schemas before its answer
 * sees it, and what the answer gives is checked by the reply's schema before the screen does. What nobody
 * registered an answer for, or what does not fit, is a complaint that fails the test.
 */
export class Replies {
  readonly #answers = new Map<Endpoint, (asked: never) => unknown>();
  readonly #asked: { endpoint: Endpoint; asked: unknown }[] = [];
  readonly complaints: string[] = [];
  /** All that was asked so far, in order: 'GET /api/terms'. */
  readonly requests: string[] = [];
  #otherwise: ((endpoint: Endpoint) => unknown) | null = null;
  /** The share of a form with pictures that leaves this device; less than 1 and it is never all sent. */
  sentShare = 1;

  /** Registers the answer of an endpoint, in the place of an earlier one. */
  on<E extends Endpoint>(endpoint: E, answer: Answer<E>): this {
    this.#answers.set(endpoint, isAnswering(answer) ? answer : () => answer);
    return this;
  }

  /** Registers an answer where there is none yet. */
  unlessSaid<E extends Endpoint>(endpoint: E, answer: Answer<E>): this {
    return this.#answers.has(endpoint) ? this : this.on(endpoint, answer);
  }

  /** Answers all that nobody registered an answer for. */
  otherwise(answer: (endpoint: Endpoint) => unknown): this {
    this.#otherwise = answer;
    return this;
  }

  /** What answers an endpoint now, to be put back after something else did. */
  answerOf<E extends Endpoint>(endpoint: E): Answer<E> {
    return this.#answers.get(endpoint) as Answer<E>;
  }

  /** Answers these endpoints as another one does. */
  like(other: Replies, ...endpoints: readonly Endpoint[]): this {
    for (const endpoint of endpoints) {
      this.on(endpoint, other.answerOf(endpoint));
    }
    return this;
  }

  /** What was asked of an endpoint so far. */
  asked<E extends Endpoint>(endpoint: E): Asked<E>[] {
    // Each was read by this endpoint's own schemas.
    return this.#asked
      .filter((one) => one.endpoint === endpoint)
      .map(({ asked }) => asked as unknown as Asked<E>);
  }

  async answerTo(outgoing: Outgoing): Promise<Response> {
    try {
      return await this.#reply(outgoing);
    } catch (error) {
      if (error instanceof Refused) {
        return json(error.refusal.statusCode, error.refusal, error.headers);
      }
      if (error instanceof RawAnswer) {
        return new Response(error.text || null, { status: error.status });
      }
      if (!(error instanceof NoAnswer)) {
        this.complaints.push(`${outgoing.method} ${outgoing.url.pathname}: ${String(error)}`);
      }
      throw error;
    }
  }

  async #reply(outgoing: Outgoing): Promise<Response> {
    this.requests.push(`${outgoing.method} ${outgoing.url.pathname}${outgoing.url.search}`);
    const found = endpointOf(outgoing);
    const otherwise = this.#otherwise;
    const answer =
      found && (this.#answers.get(found.endpoint) ?? (otherwise && (() => otherwise(found.endpoint))));
    if (!found || !answer) {
      throw new Error("no answer is registered for this");
    }
    const { endpoint } = found;
    const asked = {
      params: endpoint.params.parse(found.params),
      query: endpoint.query.parse(Object.fromEntries(outgoing.url.searchParams)),
      body: endpoint.body.parse(read(outgoing.body)),
      token: outgoing.token,
    };
    this.#asked.push({ endpoint, asked });
    const reply = endpoint.reply.parse(await answer(asked as never));
    return json(200, reply);
  }
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

function read(body: BodyInit | null): unknown {
  if (body instanceof FormData) {
    return Object.fromEntries(body);
  }
  return typeof body === "string" ? JSON.parse(body) : undefined;
}
