import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import { networkOf } from "./address.ts";
import { addressThrough } from "./origin.ts";

/** Lines of one address on which nobody has signed in: a building behind one router opens its pages at once. */
const AT_MOST = 400;

/**
 * Lines on which nobody has signed in so far: of each address so many and no more, the next are cut. The lines of a
 * trusted proxy are everybody's: behind one, what is counted are the sockets of those it tells of.
 */
export class UnsignedLines {
  readonly #most: number;
  readonly #isProxy: (line: Socket) => boolean;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #held = new Map<string, number>();
  /** What is called when somebody signs in on a line, or it goes. */
  readonly #ends = new WeakMap<object, () => void>();

  constructor(trustedProxies: string[], most = AT_MOST) {
    this.#most = most;
    const isTrusted = proxyAddr.compile(trustedProxies);
    this.#isProxy = ({ remoteAddress }) => remoteAddress !== undefined && isTrusted(remoteAddress, 0);
    this.#addressOf = addressThrough(trustedProxies);
  }

  /** A line was opened. */
  opened(line: Socket): void {
    if (this.#isProxy(line)) {
      return;
    }
    if (!this.#hold(line, networkOf(line.remoteAddress))) {
      line.destroy();
      return;
    }
    line.once("close", () => this.signedIn(line));
  }

  /** A line asks through a proxy to be a socket's, whatever it will join with it. @returns whether it may */
  openedThrough(request: IncomingMessage): boolean {
    if (!this.#isProxy(request.socket)) {
      return true;
    }
    if (!this.#hold(request, networkOf(this.#addressOf(request)))) {
      return false;
    }
    request.socket.once("close", () => this.signedIn(request));
    return true;
  }

  /** Somebody signed in on it, or it is gone: it counts no more. */
  signedIn(...lines: object[]): void {
    for (const line of lines) {
      this.#ends.get(line)?.();
      this.#ends.delete(line);
    }
  }

  #hold(line: object, network: string): boolean {
    const held = this.#held.get(network) ?? 0;
    if (held >= this.#most) {
      return false;
    }
    this.#held.set(network, held + 1);
    this.#ends.set(line, () => {
      const left = (this.#held.get(network) ?? 1) - 1;
      if (left > 0) {
        this.#held.set(network, left);
      } else {
        this.#held.delete(network);
      }
    });
    return true;
  }
}
