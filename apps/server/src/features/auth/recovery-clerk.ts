import type { Services } from "../../platform/context.ts";
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
export class RecoveryClerk {
  readonly #services: Services;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isRunning = false;
  #isWoken = false;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#isRunning = true;
    this.#lookIn(0);
  }

  /** Waits for the request in hand; those that still wait are for the next process. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** Somebody asked. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning && this.#round === undefined) {
      this.#lookIn(AFTER_ANSWER_MS);
    }
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isWoken = false;
      this.#round = this.#answerAll().finally(() => {
        this.#round = undefined;
        if (this.#isRunning) {
          this.#lookIn(this.#isWoken ? AFTER_ANSWER_MS : LOOK_MS);
        }
      });
    }, milliseconds);
  }

  async #tidy(): Promise<void> {
    const { db, clock } = this.#services;
    if (clock.steadyMs() - this.#tidiedAt >= TIDY_EVERY_MS) {
      this.#tidiedAt = clock.steadyMs();
      await dropOldLinks(db, clock.now());
    }
  }

  async #answerAll(): Promise<void> {
    try {
      while (this.#isRunning && (await answerRequest(this.#services))) {
        // The next one.
      }
      await this.#tidy();
    } catch (error) {
      this.#services.log.error({ err: error }, "a request for a new password could not be answered");
    }
  }
}
