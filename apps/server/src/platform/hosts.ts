import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { type Env, isLoopbackHost } from "./env.ts";
import { LogThrottle } from "./log-throttle.ts";

/** A name or address, with a port or without: nothing that a URL parser would read as something else. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/**
 * Whether a request names this server by a name of its own. A page whose name was pointed at this machine after it was
 * loaded (DNS rebinding) asks as its own origin, and gives itself away only by the name it asks for.
 */
export type HostCheck = (request: Pick<IncomingMessage, "headers" | "socket">) => boolean;

/**
 * The names are that of `PUBLIC_URL`, those of the loopback, `HOST` and `ALLOWED_HOSTS`; the port does not matter. The
 * very address at which the connection arrived holds too, since no name was looked up for it: so controllers and
 * probes of the own network get in by address.
 */
export function hostCheck(env: Pick<Env, "publicUrl" | "host" | "allowedHosts">): HostCheck {
  const names = [
    env.publicUrl === undefined ? "" : new URL(env.publicUrl).hostname,
    env.host,
    ...env.allowedHosts,
  ];
  const own = new Set(names.map(plainHost));
  // Nearly all ask in the same letters: what was found to be an own name is not taken apart each time.
  let lastOwn: string | undefined;
  return ({ headers: { host = "" }, socket }) => {
    if (host === lastOwn) {
      return true;
    }
    const asked = plainHost(HOST.exec(host)?.[1] ?? "");
    if (asked === "") {
      return false;
    }
    if (isLoopbackHost(asked) || own.has(asked)) {
      lastOwn = host;
      return true;
    }
    // An address is its own line's alone.
    return asked === plainHost(socket.localAddress ?? "");
  };
}

/** Characters of a foreign name in the log: whoever asks chose it. */
const LOGGED_LENGTH = 100;

/** Tells the log of names that were refused, so that an operator who forgot one of their own finds it. */
export class ForeignHosts {
  #last = "";
  readonly #throttle: LogThrottle<"asked">;

  constructor(log: Pick<Logger, "warn">) {
    this.#throttle = new LogThrottle((_, times) =>
      log.warn(
        { host: this.#last, times },
        "asked for by a name that is not its own; if it is, name it in ALLOWED_HOSTS",
      ),
    );
  }

  note({ headers }: Pick<IncomingMessage, "headers">): void {
    this.#last = (headers.host ?? "").slice(0, LOGGED_LENGTH);
    this.#throttle.note("asked");
  }

  stop(): void {
    this.#throttle.stop();
  }
}

/** In one form: small letters, IPv6 without brackets and shortened, IPv4 as such. */
function plainHost(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/, "");
  return bare.includes(":") && URL.canParse(`http://[${bare}]`)
    ? new URL(`http://[${bare}]`).hostname.slice(1, -1)
    : bare;
}
