import type { Clock } from "./clock.ts";

/** How finely a stall is known; a press counts as this much older at most, though it came at once. */
const BEAT_MS = 50;

/**
 * Knows since when something that is read now may have been waiting. A process that stands still (long work, a
 * stopped process, a machine that slept) reads what came meanwhile as if it came just now.
 */
export class StallWatch {
  readonly #clock: Pick<Clock, "steadyMs">;
  #allReadUntil: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Pick<Clock, "steadyMs">) {
    this.#clock = clock;
    this.#allReadUntil = clock.steadyMs();
  }

  start(): void {
    this.#timer = setInterval(() => {
      const beatAt = this.#clock.steadyMs();
      // Between a timer and an immediate lies the event loop's look at what came: all from before the beat is read.
      setImmediate(() => {
        this.#allReadUntil = beatAt;
      });
    }, BEAT_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is read in this turn of the event loop came at this moment of the steady clock, or later. */
  cameAt(): number {
    return this.#allReadUntil;
  }
}
