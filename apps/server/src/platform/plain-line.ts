import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Env } from "./env.ts";
import { isPrivateAddress } from "./private-host.ts";
import { Refused } from "./refused.ts";

/**
 * Refuses a controller whose line is known to go without TLS, unless it comes from a private address and
 * `ALLOW_PLAIN_LINE=1` says that this is meant. It is known only where the proxies are: without `TRUSTED_PROXIES`
 * anybody may be one, and the controller itself is who refuses.
 * @throws {Refused} LINE_NOT_ENCRYPTED
 */
export function plainLineRefusal({
  trustedProxies,
  allowsPlainLine,
}: Pick<Env, "trustedProxies" | "allowsPlainLine">): (request: IncomingMessage) => void {
  if (trustedProxies.length === 0) {
    return () => undefined;
  }
  const isTrusted = proxyAddr.compile(trustedProxies);
  return (request) => {
    const throughProxy = isTrusted(request.socket.remoteAddress ?? "", 0);
    const scheme = String(request.headers["x-forwarded-proto"] ?? "")
      .split(",")[0]
      ?.trim();
    // Without the header it is the proxy's own machine that asks.
    const isPlain = throughProxy ? scheme === "http" : true;
    if (isPlain && !(allowsPlainLine && isPrivateAddress(proxyAddr(request, isTrusted)))) {
      throw new Refused("LINE_NOT_ENCRYPTED");
    }
  };
}
