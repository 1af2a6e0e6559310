import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { isLoopbackAddress } from "./address.ts";
import type { Services } from "./context.ts";
import { LogThrottle } from "./log-throttle.ts";
import { isPrivateAddress } from "./private-host.ts";
import { Refused } from "./refused.ts";

/**
 * Refuses a controller whose line goes without TLS, unless it comes from a private address and `ALLOW_PLAIN_LINE=1` says
 * that this is meant. This server speaks no TLS itself: a line that is no proxy's is plain, but for one that never left this
 * machine. Without `TRUSTED_PROXIES` whoever comes from here may be a proxy, of whose lines nothing can be known.
 * @throws {Refused} LINE_NOT_ENCRYPTED
 */
export function plainLineRefusal({
  env: { trustedProxies, allowsPlainLine },
  log,
}: Pick<Services, "env" | "log">): (request: IncomingMessage) => void {
  const isTrusted = proxyAddr.compile(trustedProxies);
  const refused = new LogThrottle<"plain">((_, times) =>
    log.warn(
      { times },
      "a controller came without TLS and is refused: give it an https address, name the proxy in TRUSTED_PROXIES, or say " +
        "ALLOW_PLAIN_LINE=1 where its network is the building's alone",
    ),
  );
  const isPlain = (request: IncomingMessage) => {
    if (isTrusted(request.socket.remoteAddress ?? "", 0)) {
      // Without the header it is the proxy's own machine that asks.
      return (
        String(request.headers["x-forwarded-proto"] ?? "")
          .split(",")[0]
          ?.trim() === "http"
      );
    }
    return trustedProxies.length > 0 || !staysHere(request.socket);
  };
  return (request) => {
    if (isPlain(request) && !(allowsPlainLine && isPrivateAddress(proxyAddr(request, isTrusted)))) {
      refused.note("plain");
      throw new Refused("LINE_NOT_ENCRYPTED");
    }
  };
}

/** Also where a program of this machine asks for it by its address in a network. */
const staysHere = ({ remoteAddress, localAddress }: IncomingMessage["socket"]): boolean =>
  isLoopbackAddress(remoteAddress) || (remoteAddress !== undefined && remoteAddress === localAddress);
