import type { Socket } from "socket.io-client";
import type { LineProbe } from "./frame-gate.ts";

/** The websocket below Socket.IO, as the `ws` package makes it. */
interface RawLine {
  readonly bufferedAmount: number;
  ping(data: string): void;
  on(event: "pong", heard: (data: Buffer) => void): unknown;
}

/**
 * Looks below Socket.IO, which counts a frame as sent when it has passed it on. What still waits is known
 * to the websocket, and what has arrived to the other end, which answers a ping after reading all before it.
 */
export class SocketProbe implements LineProbe {
  readonly #socket: Socket;
  /** Marks that were not answered yet. */
  readonly #waiting = new Map<string, () => void>();
  #marks = 0;
  #heardLine: RawLine | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  backlog(): number {
    return this.#line()?.bufferedAmount ?? 0;
  }

  mark(passed: () => void): void {
    const line = this.#line();
    if (!line) {
      passed();
      return;
    }
    if (this.#heardLine !== line) {
      this.#heardLine = line;
      line.on("pong", (data) => this.#pass(data.toString()));
    }
    this.#marks += 1;
    this.#waiting.set(String(this.#marks), passed);
    line.ping(String(this.#marks));
  }

  #pass(mark: string): void {
    const passed = this.#waiting.get(mark);
    this.#waiting.delete(mark);
    passed?.();
  }

  #line(): RawLine | undefined {
    const transport: object | undefined = this.#socket.io.engine?.transport;
    if (!transport || !("ws" in transport)) {
      return undefined;
    }
    const { ws } = transport;
    return isRawLine(ws) ? ws : undefined;
  }
}

function isRawLine(thing: unknown): thing is RawLine {
  return (
    typeof thing === "object" &&
    thing !== null &&
    "bufferedAmount" in thing &&
    "ping" in thing &&
    typeof thing.ping === "function" &&
    "on" in thing &&
    typeof thing.on === "function"
  );
}
