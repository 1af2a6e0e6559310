import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "socket.io";
import { networkOf } from "./address.ts";
import { Ceilings } from "./ceilings.ts";
import { FairQueue } from "./fair-queue.ts";
import { socketData } from "./messages.ts";
import { addressThrough } from "./origin.ts";
import { Refused } from "./refused.ts";

/** One screen: a call brings some sixty candidates of its connection at once. */
const OF_SOCKET = { atOnce: 64, perSecond: 20, burst: 120 };
/** One person with all their screens. */
const OF_PERSON = { atOnce: 64, perSecond: 20, burst: 160 };
/** One address: a whole building behind one router, whose screens all come back at once. */
const OF_ADDRESS = { atOnce: 4000, perSecond: 1000, burst: 8000 };
/** One token: screens that come back after a break, and no more than that. */
const SIGN_INS = { atOnce: 16, perSecond: 5, burst: 40 };

/** Refusals after which a line is left unread for a while: to refuse costs too. */
const REFUSALS_BEFORE_REST = 64;
/** The first rest; whoever goes on gets twice as long each time, until they were quiet for a while. */
const REST_MS = 250;
const LONGEST_REST_MS = 4000;
const FORGIVEN_AFTER_MS = 10_000;

/** How a socket that asks for too much is treated. */
interface Rest {
  refusals: number;
  nextMs: number;
  /** When its line is read again, on this process's clock. */
  until: number;
}

/** What one socket, one person and one address may ask of this process over sockets. */
export class SocketLimits {
  readonly #ofSocket = new Ceilings(OF_SOCKET);
  readonly #ofPerson = new Ceilings(OF_PERSON);
  readonly #ofAddress = new Ceilings(OF_ADDRESS);
  readonly #signIns = new Ceilings(SIGN_INS);
  /** Those of one address together never take all of the database's connections. */
  readonly #signingIn = new FairQueue({ atOnce: 12, atOnceOfOne: 6, waiting: 20_000, waitingOfOne: 8000 });
  /** One person's burst waits behind itself: it never holds more than a part of the database's connections. */
  readonly #answering = new FairQueue({ atOnce: 2000, atOnceOfOne: 12, waiting: 20_000, waitingOfOne: 64 });
  readonly #rests = new WeakMap<Socket, Rest>();
  readonly #networks = new WeakMap<IncomingMessage, string>();
  readonly #addressOf: (request: IncomingMessage) => string;

  constructor(trustedProxies: string[]) {
    this.#addressOf = addressThrough(trustedProxies);
  }

  /**
   * One message more.
   * @returns what to call once it is answered; undefined when it is one too many
   */
  enter(socket: Socket): (() => void) | undefined {
    const { userId } = socketData(socket);
    const asked: [Ceilings, string][] = [
      [this.#ofSocket, socket.id],
      [this.#ofAddress, this.#networkOf(socket)],
      ...(userId === undefined ? [] : [[this.#ofPerson, userId] satisfies [Ceilings, string]]),
    ];
    const entered: (() => void)[] = [];
    const leave = () => {
      for (const one of entered) {
        one();
      }
    };
    for (const [ceilings, key] of asked) {
      const one = ceilings.enter(key);
      if (!one) {
        leave();
        this.#rest(socket);
        return undefined;
      }
      entered.push(one);
    }
    return leave;
  }

  /**
   * Looks at a token for a socket, in fair shares.
   * @throws {Refused} TOO_OFTEN
   */
  async signingIn<Result>(socket: Socket, token: string, work: () => Promise<Result>): Promise<Result> {
    const leave = this.#signIns.enter(createHash("sha256").update(token).digest("base64"));
    if (!leave) {
      throw new Refused("TOO_OFTEN");
    }
    try {
      return await this.#signingIn.run(this.#networkOf(socket), work);
    } finally {
      leave();
    }
  }

  /** Answers a message when it is its person's turn; who has not signed in has nothing answered but `init`. */
  answering(socket: Socket, work: () => Promise<void>): Promise<void> {
    const { userId } = socketData(socket);
    return userId === undefined ? work() : this.#answering.run(userId, work);
  }

  /** Who goes on after many refusals is not read for a while: the flood waits at its own end of the line. */
  #rest(socket: Socket): void {
    const now = performance.now();
    const known = this.#rests.get(socket);
    const rest =
      known && now - known.until < FORGIVEN_AFTER_MS ? known : { refusals: 0, nextMs: REST_MS, until: now };
    this.#rests.set(socket, rest);
    rest.refusals += 1;
    if (rest.refusals < REFUSALS_BEFORE_REST || now < rest.until) {
      return;
    }
    rest.refusals = 0;
    rest.until = now + rest.nextMs;
    const line = socket.request.socket;
    // What was read before is handled meanwhile, and whoever handles it would read on when it is through.
    const again = () => line.pause();
    line.pause();
    line.on("resume", again);
    setTimeout(() => {
      line.off("resume", again);
      line.resume();
    }, rest.nextMs);
    rest.nextMs = Math.min(LONGEST_REST_MS, rest.nextMs * 2);
  }

  #networkOf({ request }: Socket): string {
    const known = this.#networks.get(request) ?? networkOf(this.#addressOf(request));
    this.#networks.set(request, known);
    return known;
  }
}
