import { allMessages } from "@umbral/contract/endpoints";
import { type PeopleEvents, peopleEvents } from "@umbral/contract/events";
import type { Message } from "@umbral/contract/lib/message";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { refusalIn } from "./replies.ts";

type Answering<M extends Message> = (
  payload: z.output<M["payload"]>,
) => z.input<M["reply"]> | Promise<z.input<M["reply"]>>;
type Acknowledge<M extends Message> = z.input<M["reply"]> | Answering<M>;

// No acknowledgement of the contract is a function.
const isAnswering = <M extends Message>(answer: Acknowledge<M>): answer is Answering<M> =>
  typeof answer === "function";

/**
 * Stands in for the server at the other end of the socket, typed by the contract: a message is read by its
 * schema, its acknowledgement and every event are checked by theirs. What nobody answers is a complaint.
 */
export class ServerLine {
  readonly #answers = new Map<string, (payload: never) => unknown>();
  readonly #sent: { event: string; payload: unknown }[] = [];
  readonly #open = new Set<BrowserSocket>();
  readonly complaints: string[] = [];
  #isReachable = true;

  /** Registers what acknowledges a message, in the place of what did before. */
  on<M extends Message>(message: M, answer: Acknowledge<M>): this {
    this.#answers.set(message.event, isAnswering(answer) ? answer : () => answer);
    return this;
  }

  /** The same, where the test said nothing itself. */
  unlessSaid<M extends Message>(message: M, answer: Acknowledge<M>): this {
    return this.#answers.has(message.event) ? this : this.on(message, answer);
  }

  /** What was sent of a message so far. */
  sent<M extends Message>(message: M): z.output<M["payload"]>[] {
    // Each was read by this message's own schema.
    return this.#sent.filter(({ event }) => event === message.event).map(({ payload }) => payload as never);
  }

  /** Tells every open line of the page. */
  say<E extends keyof PeopleEvents & string>(event: E, payload: z.input<PeopleEvents[E]>): void {
    const said = peopleEvents[event].parse(payload);
    for (const socket of this.#open) {
      socket.receive(event, said);
    }
  }

  /** The network or the server goes away: every line breaks, and none opens again until {@link comeBack}. */
  goAway(): void {
    this.#isReachable = false;
    for (const socket of this.#open) {
      socket.tell("disconnect", "transport close");
    }
  }

  comeBack(): void {
    this.#isReachable = true;
    for (const socket of this.#open) {
      socket.tell("connect", undefined);
    }
  }

  /** The server ends the session of this device. */
  endSession(): void {
    for (const socket of this.#open) {
      socket.tell("disconnect", "io server disconnect");
    }
  }

  /** For the socket: a line of the page begins and ends. */
  open(socket: BrowserSocket): void {
    this.#open.add(socket);
    setTimeout(() => {
      if (this.#open.has(socket)) {
        socket.tell(this.#isReachable ? "connect" : "connect_error", undefined);
      }
    });
  }

  close(socket: BrowserSocket): void {
    this.#open.delete(socket);
  }

  async acknowledge(event: string, payload: unknown): Promise<unknown> {
    try {
      const message = allMessages.find((candidate) => candidate.event === event);
      const answer = this.#answers.get(event);
      if (!message || !answer) {
        throw new Error("nothing is registered that acknowledges this");
      }
      const read = message.payload.parse(payload);
      this.#sent.push({ event, payload: read });
      const reply = message.reply.parse(await answer(read as never));
      return { ok: true, ...(reply as object) };
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal) {
        return { ok: false, code: refusal.code, message: refusal.message };
      }
      this.complaints.push(`message ${event}: ${String(error)}`);
      return { ok: false, code: "FAULT", message: sentenceOf("FAULT") };
    }
  }
}

let line = new ServerLine();

/** The server of the lines that are opened from now on. */
export function lineWith(next: ServerLine): void {
  line = next;
}

/** The part of a Socket.IO socket that the app uses. */
class BrowserSocket {
  readonly #server = line;
  readonly #ears = new Map<string, (detail: unknown) => void>();
  #hear: (event: string, payload: unknown) => void = () => {};

  constructor() {
    this.#server.open(this);
  }

  readonly io = { engine: { close: () => this.tell("disconnect", "transport close") } };

  on(event: string, listener: (detail: unknown) => void): this {
    this.#ears.set(event, listener);
    return this;
  }

  onAny(listener: (event: string, payload: unknown) => void): this {
    this.#hear = listener;
    return this;
  }

  emitWithAck(event: string, payload: unknown): Promise<unknown> {
    return this.#server.acknowledge(event, payload);
  }

  disconnect(): void {
    this.#server.close(this);
  }

  tell(event: "connect" | "disconnect" | "connect_error", detail: unknown): void {
    this.#ears.get(event)?.(detail);
  }

  receive(event: string, payload: unknown): void {
    this.#hear(event, payload);
  }
}

/**
 * In the place of `socket.io-client`, whose `io` the app opens its line with.
 * @public
 */
export const io = (): BrowserSocket => new BrowserSocket();
