import { setImmediate as breathe } from "node:timers/promises";

/** How long one piece of work may keep all others waiting. */
const TURN_MS = 4;

/**
 * Long work in short turns. Between two small steps: `if (turns.isOver()) await turns.give();`. It asks before it
 * waits, because a promise for each of many thousand steps would cost more than they do.
 */
export class Turns {
  readonly #beforeNext: () => void;
  #began = performance.now();

  /** @param beforeNext done at the end of each turn; what it throws ends the work */
  constructor(beforeNext: () => void = () => undefined) {
    this.#beforeNext = beforeNext;
  }

  isOver(): boolean {
    return performance.now() - this.#began >= TURN_MS;
  }

  /** Everybody else has their turn. */
  async give(): Promise<void> {
    this.#beforeNext();
    await breathe();
    this.#began = performance.now();
  }
}
