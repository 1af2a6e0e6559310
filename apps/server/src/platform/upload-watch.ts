import type { FastifyRequest } from "fastify";
import { networkOf } from "./address.ts";
import { Refused } from "./refused.ts";

/** Forms that one network address may be sending to one route of one process at the same time. */
const AT_ONCE = 8;
/** Seconds after which it is worth trying again. */
const TRY_AGAIN_S = 5;

/**
 * Watches forms while they come in, so that no sender holds anything for ever: neither by sending without end, nor by
 * sending many at once. How slow one may be is watched for every body, and how long one may take in all.
 */
export class UploadWatch {
  readonly #mostBytes: number;
  readonly #underWay = new Map<string, number>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Runs `read` while the request's body comes in. */
  async during<Result>(request: FastifyRequest, read: () => Promise<Result>): Promise<Result> {
    if (Number(request.headers["content-length"] ?? 0) > this.#mostBytes) {
      throw new Refused("TOO_LARGE");
    }
    const network = networkOf(request.ip);
    const others = this.#underWay.get(network) ?? 0;
    if (others >= AT_ONCE) {
      throw new Refused("TOO_OFTEN", { retryAfter: TRY_AGAIN_S });
    }
    this.#underWay.set(network, others + 1);
    const { raw } = request;
    let bytes = 0;
    const count = (chunk: Buffer) => {
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
      raw.off("data", count);
      this.#leave(network);
    }
  }

  #leave(network: string): void {
    const left = (this.#underWay.get(network) ?? 1) - 1;
    if (left > 0) {
      this.#underWay.set(network, left);
    } else {
      this.#underWay.delete(network);
    }
  }
}
