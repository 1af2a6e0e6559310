import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { dropOldLinks } from "./links.queries.ts";
import { answerRequest } from "./recovery.service.ts";

/** Requests that another process took down and died over are found by this. */
const LOOK_MS = 60_000;
/** A moment after the answer left: what is done then is part of nobody's waiting. */
const AFTER_ANSWER_MS = 150;
const TIDY_EVERY_MS = 3_600_000;

/**
 * Sends the links that were asked for, after the askers were answered. The requests are rows: any process
 * may, each is answered once, and one that a process died over is answered by another.
 */
export class RecoveryClerk extends InRounds {
  readonly #services: Services;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "a request for a new password could not be answered",
      job: "recoveries",
    });
    this.#services = services;
  }

  /** Somebody asked. */
  wake(): void {
    this.rounds.wake(AFTER_ANSWER_MS);
  }

  async #tidy(): Promise<void> {
    const { db, clock } = this.#services;
    if (clock.steadyMs() - this.#tidiedAt >= TIDY_EVERY_MS) {
      this.#tidiedAt = clock.steadyMs();
      await dropOldLinks(db, clock.now());
    }
  }

  protected async round(): Promise<void> {
    while (this.rounds.isRunning && (await answerRequest(this.#services))) {
      // The next one.
    }
    await this.#tidy();
  }
}
