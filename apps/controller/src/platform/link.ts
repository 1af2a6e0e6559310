import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { sendFrame } from "@umbral/contract/controllers/controller-facts.contract";
import type { controllerSignIn } from "@umbral/contract/controllers/controllers.contract";
import type { Message } from "@umbral/contract/lib/message";
import type { z } from "zod";
import type { Cancel, Clock } from "./clock.ts";
import { Connection, type OrderHandlers, type RefusedByServer } from "./connection.ts";
import type { Log } from "./log.ts";

export interface LinkParts {
  serverUrl: string;
  /** Who alone vouches for the server, as PEM; whoever the machine believes when there is none. */
  serverCa?: string[] | undefined;
  /** Signs a challenge. */
  signIn: (nonce: string) => z.input<typeof controllerSignIn.payload>;
  handlers: OrderHandlers;
  /** Called in this order on each sign-in and each loss. */
  onSignedIn: (reply: z.output<typeof controllerSignIn.reply>, askedAt: number) => void;
  onLost: () => void;
  /** The server does not know our key. */
  onUnknown?: () => void;
  clock: Clock;
  random: () => number;
  log: Log;
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
/** A server that does not know our key is not asked every few seconds. */
const REFUSED_RETRY_MS = 60_000;
/** A connection that lasted this long was a good one: the next try is quick again. */
const GOOD_AFTER_MS = 10_000;

/** The line to the server: kept up for ever, with one connection at a time. */
export class Link {
  readonly #parts: LinkParts;
  #connection: Connection | undefined;
  #signedInAt: number | undefined;
  #failures = 0;
  #isWanted = false;
  #isCut = false;
  #cancelRetry: Cancel | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isWanted = true;
    this.#connect();
  }

  stop(): void {
    this.#isWanted = false;
    this.#cancelRetry?.();
    this.#connection?.close("stopped");
  }

  /** Cuts the line on purpose, until it is mended: the demonstration's way to take the server away. */
  cut(): void {
    this.#isCut = true;
    this.#cancelRetry?.();
    this.#connection?.close("cut");
  }

  mend(): void {
    if (this.#isCut) {
      this.#isCut = false;
      this.#failures = 0;
      this.#connect();
    }
  }

  get isSignedIn(): boolean {
    return this.#connection?.isSignedIn ?? false;
  }

  /** Ends the present connection because it is of no use any more; the next one follows. */
  drop(why: string): void {
    this.#connection?.close(why);
  }

  /** Sends a message and waits for its acknowledgement. Rejects when the line is away or refuses. */
  async request<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    payload: z.input<P>,
    withinMs: number,
  ): Promise<z.output<R>> {
    if (!this.#connection) {
      throw new Error("the server is away");
    }
    return this.#connection.request(message, payload, withinMs);
  }

  tell<P extends z.ZodType>(message: Message<P>, payload: z.input<P>): void {
    this.#connection?.tell(message, payload);
  }

  sendFrame(cameraId: string, jpeg: Uint8Array): void {
    this.#connection?.sendFrame(sendFrame.event, cameraId, jpeg);
  }

  /** @returns whether it was sent */
  sendVideo(cameraId: string, chunk: VideoChunk): boolean {
    return this.#connection?.sendVideo(cameraId, chunk) ?? false;
  }

  /** Signs in anew at once: what the server refused before may be taken now. */
  renew(why: string): void {
    this.#failures = 0;
    if (this.#connection) {
      this.#connection.close(why);
    } else {
      this.#cancelRetry?.();
      this.#connect();
    }
  }

  #connect(): void {
    const { clock, log } = this.#parts;
    if (!this.#isWanted || this.#isCut || this.#connection) {
      return;
    }
    const connection = new Connection({
      ...this.#parts,
      onSignedIn: (reply, askedAt) => {
        this.#signedInAt = clock.now();
        log.info("signed in");
        this.#parts.onSignedIn(reply, askedAt);
      },
      onClosed: (why, refusal) => this.#onClosed(why, refusal),
    });
    this.#connection = connection;
    connection.open();
  }

  #onClosed(why: string, refusal: RefusedByServer | undefined): void {
    const { clock, log } = this.#parts;
    const lasted = this.#signedInAt === undefined ? 0 : clock.now() - this.#signedInAt;
    const wasSignedIn = this.#signedInAt !== undefined;
    this.#connection = undefined;
    this.#signedInAt = undefined;
    this.#failures = lasted >= GOOD_AFTER_MS ? 0 : this.#failures + 1;
    if (refusal) {
      log.error({ code: refusal.code }, "the server does not accept this controller");
    } else {
      log[wasSignedIn || this.#failures === 1 ? "warn" : "debug"]({ why }, "no line to the server");
    }
    const isUnknown = refusal?.code === "CONTROLLER_NOT_KNOWN";
    // First of all: whatever fails in those who are told, the line comes back.
    this.#retryLater(isUnknown);
    if (wasSignedIn) {
      this.#parts.onLost();
    }
    if (isUnknown) {
      this.#parts.onUnknown?.();
    }
  }

  #retryLater(isUnknown: boolean): void {
    const { clock, random } = this.#parts;
    if (!this.#isWanted || this.#isCut) {
      return;
    }
    const backoff = isUnknown
      ? REFUSED_RETRY_MS
      : Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.#failures, 10));
    // Half of it by chance: after a server's restart its buildings come back spread out.
    this.#cancelRetry = clock.after(backoff * (0.5 + random() / 2), () => this.#connect());
  }
}
