import { isIP } from "node:net";
import { type Env, isLoopbackHost } from "../../platform/env.ts";

/** Whom keys are made for: they answer to no other name and no other origin. */
export interface RelyingParty {
  id: string;
  /** Where a browser has to be to make or use a key. */
  origin: string;
  accepts(origin: string): boolean;
}

/**
 * Of PUBLIC_URL; without it, on one's own machine, of localhost. Null where browsers make no keys: at a bare IP
 * address, or without https.
 */
export function relyingPartyOf(env: Pick<Env, "publicUrl" | "host" | "port">): RelyingParty | null {
  if (env.publicUrl === undefined) {
    return isLoopbackHost(env.host) ? localhost(env.port) : null;
  }
  const { protocol, hostname, origin } = new URL(env.publicUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  const isTrusted = protocol === "https:" || hostname === "localhost";
  return isName && isTrusted ? { id: hostname, origin, accepts: (asked) => asked === origin } : null;
}

function localhost(port: number): RelyingParty {
  const { origin } = new URL(`http://localhost:${port}`);
  // Port 0 is any that the system had free.
  const isFree = (asked: string) => port === 0 && /^http:\/\/localhost:\d+$/.test(asked);
  return { id: "localhost", origin, accepts: (asked) => asked === origin || isFree(asked) };
}
