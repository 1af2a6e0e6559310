import type { Services } from "../../platform/context.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { dropOldLinks } from "./links.queries.ts";
import { answerRequest } from "./recovery.service.ts";

/** Requests that another process took down and left are found by this. */
const LOOK_MS = 5000;
/** A moment after the answer left: what is done then is part of nobody's waiting. */
const AFTER_ANSWER_MS = 150;
const TIDY_EVERY_MS = 3_600_000;

/**
 * Sends the links that were asked for, after the askers were answered. The requests are rows: any process
 * may, each is answered once, and one that a process died over is answered by another.
 */
export class RecoveryClerk implements Working {
  readonly #services: Services;
  readonly #rounds: Rounds;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
    this.#rounds = new Rounds(() => this.#answerAll(), {
      everyMs: LOOK_MS,
      log: services.log,
      failure: "a request for a new password could not be answered",
      job: { name: "recoveries", jobs: services.jobs },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Waits for the request in hand; those that still wait are for the next process. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Somebody asked. */
  wake(): void {
    this.#rounds.wake(AFTER_ANSWER_MS);
  }

  async #tidy(): Promise<void> {
    const { db, clock } = this.#services;
    if (clock.steadyMs() - this.#tidiedAt >= TIDY_EVERY_MS) {
      this.#tidiedAt = clock.steadyMs();
      await dropOldLinks(db, clock.now());
    }
  }

  async #answerAll(): Promise<void> {
    while (this.#rounds.isRunning && (await answerRequest(this.#services))) {
      // The next one.
    }
    await this.#tidy();
  }
}
