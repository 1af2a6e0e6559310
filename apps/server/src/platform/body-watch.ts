import type { IncomingMessage } from "node:http";

/** What a body has to bring: less than this over the window is cut (docs/decisions/limits.md). */
const LEAST_BYTES_PER_SECOND = 8000;
const WINDOW_S = 15;

/**
 * Watches all bodies while they come in, so that no sender holds a line and what was read of it by sending next to
 * nothing. It looks once a second at what has come over the line; a body that nobody reads yet is not its sender's fault.
 */
export class BodyWatch {
  /** What had come over the line at each look of the last window. */
  readonly #bodies = new Map<IncomingMessage, number[]>();
  #timer: NodeJS.Timeout | undefined;

  #isRunning = false;

  start(): void {
    this.#isRunning = true;
  }

  stop(): void {
    this.#isRunning = false;
    this.#rest();
  }

  /** A request has come in as far as its head. */
  watch(request: IncomingMessage): void {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding !== undefined || Number(length ?? 0) > 0) {
      this.#bodies.set(request, []);
      if (this.#isRunning) {
        this.#timer ??= setInterval(() => this.look(), 1000);
      }
    }
  }

  /** Where none comes in nothing is looked at. */
  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  look(): void {
    for (const [request, looks] of this.#bodies) {
      if (isOver(request)) {
        this.#bodies.delete(request);
        continue;
      }
      if (request.readableFlowing !== true) {
        looks.length = 0;
      }
      looks.push(request.socket.bytesRead);
      const [oldest] = looks;
      if (looks.length <= WINDOW_S || oldest === undefined) {
        continue;
      }
      looks.shift();
      if (request.socket.bytesRead - oldest < LEAST_BYTES_PER_SECOND * WINDOW_S) {
        this.#bodies.delete(request);
        request.destroy();
      }
    }
    if (this.#bodies.size === 0) {
      this.#rest();
    }
  }
}

/**
 * Whole, or none will come any more: one that is refused before its body was read stays incomplete for ever once its line
 * is gone, and is not destroyed with it.
 */
const isOver = ({ complete, destroyed, readableEnded, socket }: IncomingMessage): boolean =>
  complete || destroyed || readableEnded || socket.destroyed;
