import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { CallRefused, type Decided, type FieldError, NoConnection } from "./failures.ts";
import { firstAnswer } from "./first-answers.ts";
import { forAsker } from "./for-asker.ts";
import { headersFor } from "./headers.ts";
import { holds } from "./holds.ts";
import { notingPresence } from "./presence.ts";
import { provenFirst } from "./proof.ts";
import { turn } from "./turns.ts";
import { buildUrl, type PathValues, type QueryValues } from "./url.ts";
import { session } from "./useSession.ts";

type Nothing = Record<never, never>;
/** A part may be left out when the endpoint accepts it empty. */
type Part<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Value }
  : Nothing extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

export type CallInput<E extends Endpoint> = Part<"params", z.input<E["params"]>> &
  Part<"query", z.input<E["query"]>> &
  Part<"body", z.input<E["body"]>> & { signal?: AbortSignal };

export type Rest<Input> = Nothing extends Input ? [input?: Input] : [input: Input];

export interface Given {
  params?: PathValues;
  query?: QueryValues;
  body?: object;
  signal?: AbortSignal;
}

/**
 * Calls an endpoint of the contract: `call<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id } })`.
 * Import the endpoint with `import type`: method, path, params, query, body and reply are checked against
 * it, and its schemas stay out of the page. A body holding a file or picture travels as multipart.
 * Throws {@link CallRefused} when the server says no and {@link NoConnection} when nothing came back.
 */
export function call<E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  ...rest: Rest<CallInput<E>>
): Promise<z.output<E["reply"]>>;
export function call(method: string, path: string, given: Given = {}): Promise<unknown> {
  return callUntyped(method, path, given);
}

/**
 * As {@link call}, for what is typed by the endpoint itself. What is only read asks nobody for a second factor, and what
 * became of an act is nobody's but of whoever asked for it ({@link forAsker}).
 */
export function callUntyped(method: string, path: string, given: Given): Promise<unknown> {
  const ask = async () => {
    const token = session.current()?.token;
    return settle(await send(method, path, given, token), token).catch(notingPresence);
  };
  return method === "GET" ? ask() : forAsker(() => provenFirst(ask));
}

/** What an answer to `token` means: the reply, or one of the failures that {@link call} throws. */
export async function settle(response: Response, token: string | undefined): Promise<unknown> {
  const reply = await readJson(response);
  if (response.ok) {
    return reply;
  }
  const refusal = refusalFrom(reply, response);
  // An answer to an older session says nothing about the one that runs now.
  if (response.status === 401 && session.current()?.token === token) {
    session.end("refused");
  }
  throw refusal;
}

/** What came back, whatever it says. Throws {@link NoConnection} when nothing did. */
export async function send(
  method: string,
  path: string,
  { params, query, body, signal }: Given,
  token: string | undefined,
): Promise<Response> {
  const address = addressOf(path, params, query);
  const asked = firstAnswer(method, address, token);
  // A list of them is asked for in one go where a screen opens, and each takes a slow phone ten milliseconds.
  if (asked === undefined && method === "GET") {
    await turn();
  }
  const headers = headersFor(token);
  const content = body === undefined ? undefined : encode(body);
  if (typeof content === "string") {
    headers.set("content-type", "application/json");
  }
  try {
    return await (asked ??
      fetch(address, {
        method,
        headers,
        ...(content === undefined ? {} : { body: content }),
        ...(signal === undefined ? {} : { signal }),
      }));
  } catch (cause) {
    if (signal?.aborted) {
      throw cause;
    }
    throw new NoConnection(`${method} ${path} got no answer`, { cause });
  }
}

/** The address of a path of the contract. The server writes the `{product}` on the page when it is not the usual one. */
export function addressOf(path: string, params?: PathValues, query?: QueryValues): string {
  const product = document.documentElement.dataset["product"] || "bb";
  return buildUrl(path, { product, ...params }, query);
}

/** JSON, or multipart as soon as one value is a file. */
export function encode(body: object): string | FormData {
  const hasFile = Object.values(body).some((value) => value instanceof Blob);
  return hasFile ? formOf(body) : JSON.stringify(body);
}

/** Text fields and files as multipart; what is not there is left out. */
export function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) {
      form.append(name, value);
    } else if (value !== undefined && value !== null) {
      form.append(name, String(value));
    }
  }
  return form;
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.headers.get("content-type")?.includes("json")) {
    if (response.status >= 502 && response.status <= 504) {
      // A proxy answered in the server's place.
      throw new NoConnection(`The server is away (${response.status})`);
    }
    return null;
  }
  try {
    return await response.json();
  } catch (cause) {
    throw new NoConnection("The answer broke off", { cause });
  }
}

/** What a refusal may say besides its word and its sentence, as it came. */
type Written = Record<"code" | "message", string> &
  Partial<Record<"errors" | "decided" | "enrolment" | "passkey", unknown>>;

/** The refusal the server wrote, or a fault when what came is not one. */
function refusalFrom(reply: unknown, { status, headers }: Response): CallRefused {
  if (holds(reply, ["code", "message"])) {
    const { code, message, errors, decided, enrolment, passkey }: Written = reply;
    return new CallRefused({
      // A word newer than this page is still a word; whoever switches over codes has a default.
      code: code as ErrorCode,
      status,
      message,
      errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
      decided: isDecided(decided) ? decided : null,
      enrolment: isEnrolment(enrolment) ? enrolment : undefined,
      passkey,
      retryAfter: Number(headers.get("retry-after")) || undefined,
    });
  }
  return new CallRefused({ code: "FAULT", status, message: "" });
}

const isFieldError = (value: unknown): value is FieldError => holds(value, ["property", "message"]);

const isEnrolment = (value: unknown): value is { secret: string } => holds(value, ["secret"]);

const isDecided = (value: unknown): value is Decided =>
  holds(value, ["at"]) &&
  "approved" in value &&
  typeof value.approved === "boolean" &&
  "by" in value &&
  (value.by === null || holds(value.by, ["name"]));
