import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { networkOf } from "./address.ts";

/** From where something was asked: what the audit keeps of it, apart from the line. */
export interface Origin {
  address: string;
  userAgent: string;
}

/** Characters that are kept of what a browser says of itself. */
const USER_AGENT_LENGTH = 300;

const asked = new AsyncLocalStorage<{ origin: Origin; asker: string }>();

/**
 * Runs what a request or message asks for. Whatever it does, however deep, can be told from where it was asked;
 * what the server does by itself came from nowhere.
 * @param personId who asks, where somebody signed in
 */
export const withOrigin = <Result>(origin: Origin, act: () => Result, personId?: string): Result =>
  asked.run({ origin, asker: personId ?? networkOf(origin.address) }, act);

export const currentOrigin = (): Origin | undefined => asked.getStore()?.origin;

/** Whose share of costly work this is: the person's who signed in, else the network's that it comes from. */
export const currentAsker = (): string => asked.getStore()?.asker ?? "";

/** @param address `request.ip`, which is not there once who asked has hung up, whatever its type says */
export const originOf = (address: string | undefined, headers: IncomingHttpHeaders): Origin => ({
  address: (address ?? "").replace(/^::ffff:/, ""),
  userAgent: (headers["user-agent"] ?? "").slice(0, USER_AGENT_LENGTH),
});

/** The address of who opened a socket, as far as the trusted proxies tell: what `request.ip` is on HTTP. */
export function addressThrough(trustedProxies: string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) {
    return ({ socket }) => socket.remoteAddress ?? "";
  }
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => proxyAddr(request, isTrusted);
}
