import type { DataTag } from "@tanstack/react-query";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { z } from "zod";
import { type CallInput, callUntyped, type Given, type Rest } from "./call.ts";

type Reply<E extends Endpoint> = z.output<E["reply"]>;
type Input<E extends Endpoint> = Omit<CallInput<E>, "signal">;
/** What is asked with, or a part of it: a part names everything that was asked with it. */
type Narrowed<E extends Endpoint> = { [Part in keyof Input<E>]?: Partial<Input<E>[Part]> };

/** The path of an endpoint that was named: without its type nothing is known of it, and a slip would be found by nobody. */
type PathOf<E extends Endpoint> = Endpoint["path"] extends E["path"] ? never : E["path"];

/** An endpoint, and what it was asked with. */
export type EndpointKey = readonly [endpoint: string, given?: Readonly<Record<string, unknown>>];

/**
 * The key under which what this endpoint said is kept: `keyOf<typeof listDoors>("GET", "/api/buildings/{id}/doors",
 * { params: { id } })`. Params, query and body that are left out stand for all.
 */
export function keyOf<E extends Endpoint>(
  method: E["method"],
  path: PathOf<E>,
  given?: Narrowed<E>,
): EndpointKey {
  return given === undefined ? [`${method} ${path}`] : [`${method} ${path}`, given];
}

interface EndpointQuery<E extends Endpoint> {
  queryKey: DataTag<EndpointKey, Reply<E>, Error>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply<E>>;
}

/**
 * What `useQuery` needs to ask an endpoint: one key for each endpoint and what it is asked with, so that two screens
 * that ask the same share the answer. Import the endpoint with `import type`.
 */
export function queryOf<E extends Endpoint>(
  method: E["method"],
  path: PathOf<E>,
  ...rest: Rest<Input<E>>
): EndpointQuery<E>;
export function queryOf(method: string, path: string, given: Omit<Given, "signal"> = {}): unknown {
  return {
    queryKey: [`${method} ${path}`, given],
    queryFn: ({ signal }: { signal: AbortSignal }) => callUntyped(method, path, { ...given, signal }),
  };
}
