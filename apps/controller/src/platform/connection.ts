import { sendVideo, type VideoChunk } from "@umbral/contract/cameras/video.contract";
import { controllerOrders } from "@umbral/contract/controllers/controller-orders.contract";
import { CONTROLLER_NAMESPACE, controllerSignIn } from "@umbral/contract/controllers/controllers.contract";
import { type Message, Refused } from "@umbral/contract/lib/message";
import { type ErrorCode, sentenceOf } from "@umbral/contract/lib/refusals";
import { io, type Socket } from "socket.io-client";
import type { z } from "zod";
import type { Clock } from "./clock.ts";
import { FrameGate } from "./frame-gate.ts";
import { SocketProbe } from "./line-probe.ts";
import type { Log } from "./log.ts";

/** The server refused something, in its own words. */
export class RefusedByServer extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(`the server refused: ${code}`);
    this.code = code;
  }
}

/** This controller refuses something the server asked, in a word of the contract. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

type Orders = typeof controllerOrders;
type OrderName = Exclude<keyof Orders, "challenge">;
type Handler<Order extends z.ZodType> = (payload: z.output<Order>) => Promise<object> | object;
/** Who obeys each order; what they return becomes the acknowledgement. */
export type OrderHandlers = { [Name in OrderName]: Handler<Orders[Name]> };

export interface ConnectionParts {
  serverUrl: string;
  /** Who alone vouches for the server, as PEM; whoever the machine believes when there is none. */
  serverCa?: string[] | undefined;
  signIn: (nonce: string) => z.input<typeof controllerSignIn.payload>;
  handlers: OrderHandlers;
  /** @param askedAt when the sign-in was sent, on the controller's own clock */
  onSignedIn: (reply: z.output<typeof controllerSignIn.reply>, askedAt: number) => void;
  /** Called once, whatever ended the connection. */
  onClosed: (why: string, refusal: RefusedByServer | undefined) => void;
  clock: Clock;
  log: Log;
}

/** Connecting and signing in, each. */
const SETTLES_WITHIN_MS = 20_000;
/** Orders that may come before the answer to our sign-in has been read. */
const EARLY_ORDERS_KEPT = 100;

/**
 * One connection to the server, from opening to closing. It is never used again: what belongs to it
 * (acknowledgements still owed, answers still awaited) can never reach the connection after it, where
 * the numbers of Socket.IO's packets would mean something else.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #socket: Socket;
  readonly #gate: FrameGate;
  #cancelImpatience: () => void;
  #isSignedIn = false;
  #isSigningIn = false;
  #isClosed = false;
  #early: (() => void)[] = [];

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#socket = io(new URL(CONTROLLER_NAMESPACE, parts.serverUrl).href, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      autoConnect: false,
      ...(parts.serverCa ? { ca: parts.serverCa } : {}),
      timeout: SETTLES_WITHIN_MS,
    });
    this.#gate = new FrameGate(new SocketProbe(this.#socket), () => parts.clock.now());
    this.#cancelImpatience = parts.clock.after(SETTLES_WITHIN_MS, () => this.close("no sign-in in time"));
    this.#listen();
  }

  open(): void {
    this.#socket.connect();
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn && !this.#isClosed;
  }

  close(why: string, refusal?: RefusedByServer): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#cancelImpatience();
    this.#socket.removeAllListeners();
    this.#socket.disconnect();
    this.#parts.onClosed(why, refusal);
  }

  /**
   * Sends a message and waits for its acknowledgement.
   * @throws {RefusedByServer} with the server's reason
   */
  async request<P extends z.ZodType, R extends z.ZodType>(
    message: Message<P, R>,
    payload: z.input<P>,
    withinMs: number,
  ): Promise<z.output<R>> {
    if (!this.isSignedIn) {
      throw new Error("not signed in");
    }
    const reply: unknown = await this.#socket
      .timeout(withinMs)
      .emitWithAck(message.event, message.payload.parse(payload));
    return readReply(message, reply);
  }

  /** Sends a message whose acknowledgement nobody needs. */
  tell<P extends z.ZodType>(message: Message<P>, payload: z.input<P>): void {
    if (this.isSignedIn) {
      this.#socket.emit(message.event, message.payload.parse(payload));
    }
  }

  /** Sends one picture, or drops it when the line is busy. */
  sendFrame(event: string, cameraId: string, jpeg: Uint8Array): void {
    if (this.isSignedIn && this.#gate.mayPass(jpeg.byteLength)) {
      this.#socket.volatile.emit(event, cameraId, jpeg);
      this.#gate.sent(jpeg.byteLength);
    }
  }

  /**
   * Sends one chunk of a video, or nothing where the line is busy.
   * @returns whether it was sent: what needs this one is of no use without it
   */
  sendVideo(cameraId: string, chunk: VideoChunk): boolean {
    const bytes = chunk.data.byteLength;
    if (!this.isSignedIn || !this.#gate.mayPass(bytes)) {
      return false;
    }
    this.#socket.emit(sendVideo.event, cameraId, chunk);
    this.#gate.sent(bytes);
    return true;
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on("connect_error", (error) =>
      this.#guarded(() => this.close(`cannot connect: ${error.message}`)),
    );
    socket.on("disconnect", (reason) => this.#guarded(() => this.close(reason)));
    socket.on("challenge", (payload: unknown) => this.#guarded(() => this.#answerChallenge(payload)));
    const { handlers } = this.#parts;
    this.#hear("configuration", controllerOrders.configuration, handlers.configuration);
    this.#hear("door:operate", controllerOrders["door:operate"], handlers["door:operate"]);
    this.#hear("doors:emergency", controllerOrders["doors:emergency"], handlers["doors:emergency"]);
    this.#hear("siren:set", controllerOrders["siren:set"], handlers["siren:set"]);
    this.#hear("reader:setup", controllerOrders["reader:setup"], handlers["reader:setup"]);
    this.#hear("pass:enter", controllerOrders["pass:enter"], handlers["pass:enter"]);
    this.#hear("pass:hand-over", controllerOrders["pass:hand-over"], handlers["pass:hand-over"]);
    this.#hear("device:try", controllerOrders["device:try"], handlers["device:try"]);
    this.#hear("access:page", controllerOrders["access:page"], handlers["access:page"]);
    this.#hear("restart", controllerOrders.restart, handlers.restart);
    this.#hear("camera:watch", controllerOrders["camera:watch"], handlers["camera:watch"]);
    this.#hear("camera:unwatch", controllerOrders["camera:unwatch"], handlers["camera:unwatch"]);
    this.#hear("video:watch", controllerOrders["video:watch"], handlers["video:watch"]);
    this.#hear("video:unwatch", controllerOrders["video:unwatch"], handlers["video:unwatch"]);
    this.#hear("clip:keep", controllerOrders["clip:keep"], handlers["clip:keep"]);
    this.#hear("clip:part", controllerOrders["clip:part"], handlers["clip:part"]);
    this.#hear("relay:try", controllerOrders["relay:try"], handlers["relay:try"]);
    this.#hear("camera:try", controllerOrders["camera:try"], handlers["camera:try"]);
    this.#hear("cameras:search", controllerOrders["cameras:search"], handlers["cameras:search"]);
    this.#hear("camera:streams", controllerOrders["camera:streams"], handlers["camera:streams"]);
  }

  /** What fails here ends this connection and not the process: another one follows. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.log.error({ err: error }, "a message of the server could not be dealt with");
      this.close("a fault of ours");
    }
  }

  #answerChallenge(payload: unknown): void {
    const challenge = controllerOrders.challenge.safeParse(payload);
    if (!challenge.success || this.#isSigningIn) {
      this.close("a challenge that is none");
      return;
    }
    this.#isSigningIn = true;
    const claim = controllerSignIn.payload.parse(this.#parts.signIn(challenge.data.nonce));
    const askedAt = this.#parts.clock.now();
    // A callback and not a promise: what follows the answer on the line must find us signed in.
    this.#socket.emit(controllerSignIn.event, claim, (reply: unknown) =>
      this.#guarded(() => this.#onSignInReply(reply, askedAt)),
    );
  }

  #onSignInReply(reply: unknown, askedAt: number): void {
    if (this.#isClosed) {
      return;
    }
    let accepted: z.output<typeof controllerSignIn.reply>;
    try {
      accepted = readReply(controllerSignIn, reply);
    } catch (error) {
      this.close("sign-in failed", error instanceof RefusedByServer ? error : undefined);
      return;
    }
    this.#isSignedIn = true;
    this.#cancelImpatience();
    this.#parts.onSignedIn(accepted, askedAt);
    for (const obey of this.#early.splice(0)) {
      obey();
    }
  }

  #hear<Order extends z.ZodType>(name: OrderName, order: Order, handler: Handler<Order>): void {
    this.#socket.on(name, (payload: unknown, acknowledge: unknown) => {
      const obey = () => {
        this.#obey({ name, order, handler }, payload, acknowledge).catch((error: unknown) =>
          this.#parts.log.error({ err: error, order: name }, "an order could not be answered"),
        );
      };
      if (this.#isSignedIn) {
        obey();
      } else if (this.#isSigningIn && this.#early.length < EARLY_ORDERS_KEPT) {
        // The server counts us as signed in before its answer reaches us.
        this.#early.push(obey);
      }
    });
  }

  /** Always answers, when an answer is wanted and the connection is still the one that asked. */
  async #obey<Order extends z.ZodType>(
    { name, order, handler }: { name: OrderName; order: Order; handler: Handler<Order> },
    payload: unknown,
    acknowledge: unknown,
  ): Promise<void> {
    const { log } = this.#parts;
    const answer = (reply: object) => {
      if (typeof acknowledge === "function" && !this.#isClosed) {
        acknowledge(reply);
      }
    };
    const parsed = order.safeParse(payload);
    if (!parsed.success) {
      log.warn({ order: name }, "an order that cannot be read");
      answer({ ok: false, code: "BAD_REQUEST", message: sentenceOf("BAD_REQUEST") });
      return;
    }
    try {
      answer({ ok: true, ...(await handler(parsed.data)) });
    } catch (error) {
      log.error({ err: error, order: name }, "an order could not be obeyed");
      const code = error instanceof Refusal ? error.code : "FAULT";
      answer({ ok: false, code, message: sentenceOf(code) });
    }
  }
}

function readReply<P extends z.ZodType, R extends z.ZodType>(
  message: Message<P, R>,
  reply: unknown,
): z.output<R> {
  const refused = Refused.safeParse(reply);
  if (refused.success) {
    throw new RefusedByServer(refused.data.code);
  }
  return message.reply.parse(reply);
}
