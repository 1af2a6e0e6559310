import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { z } from "zod";
import { addressOf, type CallInput, formOf, type Given, settle } from "./call.ts";
import { NoConnection } from "./failures.ts";
import { headersFor } from "./headers.ts";
import { session } from "./useSession.ts";

/** A line that moved nothing for this long is gone: a phone may keep a dead one for minutes. */
export const STALLED_MS = 30_000;

export interface Sending {
  signal?: AbortSignal;
  /** The share that has left this device, 0 to 1. With 1 the server still works on it. */
  onProgress?(share: number): void;
}

interface Patience {
  /** How long the server may work on what has arrived before the line is taken for dead. */
  workMs?: number;
}

/**
 * Sends a form of the contract as multipart and tells how far it is: {@link call} for pictures.
 * `upload<typeof registerVisitor>("POST", "/api/visitors", { body, signal, onProgress })`.
 * Throws what `call` throws, and the abort's reason after `signal` was aborted.
 */
export function upload<E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  input: CallInput<E> & Sending & Patience,
): Promise<z.output<E["reply"]>>;
export async function upload(
  method: string,
  path: string,
  given: Given & Sending & Patience,
): Promise<unknown> {
  const token = session.current()?.token;
  return settle(await send(method, path, given, token), token);
}

function send(
  method: string,
  path: string,
  { params, query, body = {}, signal, onProgress, workMs = STALLED_MS }: Given & Sending & Patience,
  token: string | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // `fetch` does not tell how much of a body has been sent.
    const request = new XMLHttpRequest();
    const lost = (why: string) => reject(new NoConnection(`${method} ${path} ${why}`));
    const abort = () => request.abort();
    const stall = () => {
      lost("stalled");
      request.abort();
    };
    let patience = setTimeout(stall, STALLED_MS);
    const movement = (forMs = STALLED_MS) => {
      clearTimeout(patience);
      patience = setTimeout(stall, forMs);
    };

    request.upload.onprogress = ({ loaded, total }) => {
      movement();
      onProgress?.(total === 0 ? 1 : loaded / total);
    };
    request.upload.onload = () => {
      movement(workMs);
      onProgress?.(1);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => lost("got no answer");
    request.onabort = () => reject(signal?.reason ?? new NoConnection("aborted"));
    request.onloadend = () => {
      clearTimeout(patience);
      signal?.removeEventListener("abort", abort);
    };

    request.open(method, addressOf(path, params, query));
    for (const [name, value] of headersFor(token)) {
      request.setRequestHeader(name, value);
    }
    signal?.addEventListener("abort", abort);
    request.send(formOf(body));
    if (signal?.aborted) {
      abort();
    }
  });
}

/** What came back, in the shape that every other call reads. */
function answerOf(request: XMLHttpRequest): Response {
  const headers = ["content-type", "retry-after"].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(request.responseText || null, {
    status: request.status,
    headers,
  });
}
