import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { type Message, Refused } from "@umbral/contract/lib/message";
import { io, type Socket } from "socket.io-client";
import type { z } from "zod";

/** Who asks an installation, and from where they say they come. */
export interface Asker {
  url: string;
  /** The word of its administration's addresses. */
  product: string;
  /** Null before a sign-in. */
  token: string | null;
  /** Among them who they come from, where the installation believes this machine that (`TRUSTED_PROXIES`). */
  headers: Readonly<Record<string, string>>;
}

/** The installation refused, with the code of its reason. */
export class RefusedByServer extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

/** Longer than anything that is answered at all. */
const PATIENCE_MS = 30_000;

interface Asked<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params?: z.input<P>;
  query?: z.input<Q>;
  body?: z.input<B>;
}

/**
 * Asks an endpoint of the contract, and reads the answer by it.
 * @throws {RefusedByServer} what the installation says
 */
export async function ask<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  { url, product, token, headers }: Asker,
  endpoint: Endpoint<P, Q, B, R>,
  { params, query, body }: Asked<P, Q, B> = {},
): Promise<z.output<R>> {
  const values: Record<string, unknown> = { product, ...Object(params) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const reply = await fetch(`${url}${path}${search && `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(token === null ? {} : { authorization: `JWT ${token}` }),
      ...(body === undefined || endpoint.isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: endpoint.isForm ? formOf(Object(body)) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const said: unknown = await reply.json();
  if (!reply.ok) {
    throw new RefusedByServer(codeOf(said) ?? String(reply.status));
  }
  return endpoint.reply.parse(said);
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

function codeOf(said: unknown): string | undefined {
  const code: unknown = Object(said).code;
  return typeof code === "string" ? code : undefined;
}

/** Opens a line of its own. It is dialled once: who it is for dials again. */
export const lineTo = ({ url, headers }: Pick<Asker, "url" | "headers">, namespace = "/"): Socket =>
  io(new URL(namespace, url).href, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    extraHeaders: { ...headers },
    timeout: PATIENCE_MS,
  });

/**
 * Sends a message of the contract, and reads its acknowledgement by it.
 * @throws {RefusedByServer} what the installation says
 */
export async function tell<P extends z.ZodType, R extends z.ZodType>(
  socket: Socket,
  { event, reply }: Message<P, R>,
  payload: z.input<P>,
): Promise<z.output<R>> {
  const said: unknown = await socket.timeout(PATIENCE_MS).emitWithAck(event, payload);
  const refused = Refused.safeParse(said);
  if (refused.success) {
    throw new RefusedByServer(refused.data.code);
  }
  return reply.parse(said);
}
