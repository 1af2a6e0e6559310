import type { FastifyRequest } from "fastify";
import { Refused } from "./refused.ts";

/** An upload that brings no byte for this long is cut: a phone in a lift comes back before. */
const STALL_MS = 20_000;
/** Forms that one network address may be sending to one route of one process at the same time. */
const AT_ONCE = 8;
/** Seconds after which it is worth trying again. */
const TRY_AGAIN_S = 5;

/**
 * Watches forms while they come in, so that no sender holds anything for ever: neither by sending nothing,
 * nor by sending without end, nor by sending many at once. How long one may take in all, the server says
 * for every request.
 */
export class UploadWatch {
  readonly #mostBytes: number;
  readonly #stallMs: number;
  readonly #underWay = new Map<string, number>();

  constructor(mostBytes: number, stallMs = STALL_MS) {
    this.#mostBytes = mostBytes;
    this.#stallMs = stallMs;
  }

  /** Runs `read` while the request's body comes in. */
  async during<Result>(request: FastifyRequest, read: () => Promise<Result>): Promise<Result> {
    if (Number(request.headers["content-length"] ?? 0) > this.#mostBytes) {
      throw new Refused("TOO_LARGE");
    }
    const others = this.#underWay.get(request.ip) ?? 0;
    if (others >= AT_ONCE) {
      throw new Refused("TOO_OFTEN", { retryAfter: TRY_AGAIN_S });
    }
    this.#underWay.set(request.ip, others + 1);
    const { raw } = request;
    const stalled = setTimeout(() => raw.destroy(), this.#stallMs);
    let bytes = 0;
    const count = (chunk: Buffer) => {
      stalled.refresh();
      bytes += chunk.length;
      if (bytes > this.#mostBytes) {
        raw.destroy();
      }
    };
    // Heard beside whoever reads: `read` begins to read in this same turn.
    raw.on("data", count);
    try {
      return await read();
    } finally {
      clearTimeout(stalled);
      raw.off("data", count);
      this.#leave(request.ip);
    }
  }

  #leave(address: string): void {
    const left = (this.#underWay.get(address) ?? 1) - 1;
    if (left > 0) {
      this.#underWay.set(address, left);
    } else {
      this.#underWay.delete(address);
    }
  }
}
