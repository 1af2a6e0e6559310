import type { Clock } from "./clock.ts";

/** How finely a stall is known while people do things; a press counts as this much older at most, though it came at once. */
const BEAT_MS = 50;
/** The same where nobody did anything for a while: a beat wakes the processor. A press lives ten times as long. */
const REST_BEAT_MS = 250;
/** The same where nobody is there who could: only who opens a line and asks at once may count as this much older. */
const NOBODY_BEAT_MS = 1000;
/** After so long without anything that was read. */
const RESTS_AFTER_MS = 10_000;

/**
 * Knows since when something that is read now may have been waiting. A process that stands still (long work, a
 * stopped process, a machine that slept) reads what came meanwhile as if it came just now.
 */
export class StallWatch {
  readonly #clock: Pick<Clock, "steadyMs">;
  readonly #isAnybodyThere: () => boolean;
  #allReadUntil: number;
  /** When somebody's message was last read, or their line opened, as far as a beat noticed: a clock is not asked for each. */
  #readAt = Number.NEGATIVE_INFINITY;
  #wasRead = false;
  #timer: NodeJS.Timeout | undefined;
  #beatMs = 0;

  /** @param isAnybodyThere whether a line is open on which somebody may ask for something */
  constructor(clock: Pick<Clock, "steadyMs">, isAnybodyThere: () => boolean) {
    this.#clock = clock;
    this.#isAnybodyThere = isAnybodyThere;
    this.#allReadUntil = clock.steadyMs();
  }

  start(): void {
    this.#beatEvery(REST_BEAT_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#beatMs = 0;
  }

  /** What is read in this turn of the event loop came at this moment of the steady clock, or later. */
  cameAt(): number {
    this.somebodyCame();
    return this.#allReadUntil;
  }

  /** Somebody opened a line, or asked for something: more may follow. */
  somebodyCame(): void {
    this.#wasRead = true;
    if (this.#beatMs > BEAT_MS) {
      this.#beatEvery(BEAT_MS);
    }
  }

  #beatEvery(milliseconds: number): void {
    clearInterval(this.#timer);
    this.#beatMs = milliseconds;
    this.#timer = setInterval(() => this.#beat(), milliseconds).unref();
  }

  #beat(): void {
    const beatAt = this.#clock.steadyMs();
    if (this.#wasRead) {
      this.#readAt = beatAt;
      this.#wasRead = false;
    }
    // Between a timer and an immediate lies the event loop's look at what came: all from before the beat is read.
    setImmediate(() => {
      this.#allReadUntil = beatAt;
    });
    if (beatAt - this.#readAt > RESTS_AFTER_MS) {
      const pace = this.#isAnybodyThere() ? REST_BEAT_MS : NOBODY_BEAT_MS;
      if (this.#beatMs !== pace) {
        this.#beatEvery(pace);
      }
    }
  }
}
