import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { networkOf } from "./address.ts";
import { Ceilings } from "./ceilings.ts";

/** Refusals of one asker that are answered at once: as many, and so many more in a second. */
const AT_ONCE = { atOnce: Number.POSITIVE_INFINITY, perSecond: 2, burst: 20 };
/** What further ones wait for. */
const HELD_MS = 1000;

/**
 * Who asks again and again for what is refused as too often waits for each answer. The answer holds its asker's place
 * meanwhile, so that a flood waits for itself, and neither for the database nor on others' time.
 */
export class RefusalThrottle {
  readonly #refused = new Ceilings(AT_ONCE);
  readonly #rest: () => Promise<unknown>;

  constructor(rest: () => Promise<unknown> = () => sleep(HELD_MS)) {
    this.#rest = rest;
  }

  /** @returns when the refusal may leave */
  async hold(request: Pick<FastifyRequest, "actor" | "ip">): Promise<void> {
    const leave = this.#refused.enter(request.actor?.id ?? networkOf(request.ip));
    if (leave) {
      leave();
      return;
    }
    await this.#rest();
  }
}
