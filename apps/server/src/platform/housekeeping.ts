import { forgetOldAttempts } from "./attempts.queries.ts";
import type { Services } from "./context.ts";

const EVERY_MS = 10 * 60_000;

/** Tidies what nobody asks for any more. Any number of processes may do it: each deletes only what is over. */
export class Housekeeping {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.tidy().catch((error: unknown) => this.#services.log.warn({ err: error }, "housekeeping failed"));
    }, EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async tidy(): Promise<void> {
    await forgetOldAttempts(this.#services.db, this.#services.clock.now());
  }
}
