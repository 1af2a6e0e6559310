import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { beginGuestSession, GuestPass, readOwnPass } from "@umbral/contract/passes/guest-page.contract";
import type { z } from "zod";
import { headersFor } from "../lib/headers.ts";
import { buildUrl, type PathValues } from "../lib/url.ts";

/** Why nothing could be shown: the server's own sentence, or that nobody answered. */
export class GuestRefused extends Error {
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const AWAY = "No pudimos comunicarnos con el servidor. Revisa tu conexión e intenta de nuevo.";

/** A session of a guest, in the memory of this page alone: whoever is signed in on the same device stays who they are. */
export interface GuestSession {
  token: string;
  pass: GuestPass;
}

/** @throws {GuestRefused} */
export function beginSession(secret: string): Promise<GuestSession> {
  return ask<typeof beginGuestSession>("POST", "/api/guest/session", { body: { secret } });
}

/** @throws {GuestRefused} with status 401 when the session is over */
export async function readPass(token: string): Promise<GuestPass> {
  return (await ask<typeof readOwnPass>("GET", "/api/guest/pass", { token })).pass;
}

interface Given<Body> {
  body?: Body;
  params?: PathValues;
  token?: string;
  /** Gives it up, as if nobody had answered. */
  signal?: AbortSignal;
}

/** As the app's own `call`, without the app: types come from the contract, and no schema is fetched for them. */
export function ask<E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  given?: Given<z.input<E["body"]>>,
): Promise<z.output<E["reply"]>>;
export async function ask(
  method: string,
  path: string,
  { body, params, token, signal }: Given<unknown> = {},
): Promise<unknown> {
  const headers = headersFor(token);
  if (body !== undefined) {
    headers.set("content-type", "application/json");
  }
  let response: Response;
  try {
    response = await fetch(buildUrl(path, params), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (cause) {
    throw new GuestRefused(null, AWAY, { cause });
  }
  const reply: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new GuestRefused(response.status, messageIn(reply) ?? AWAY);
  }
  return reply;
}

const messageIn = (reply: unknown): string | null =>
  typeof reply === "object" && reply !== null && "message" in reply && typeof reply.message === "string"
    ? reply.message || null
    : null;
