import type { Clock } from "../src/platform/clock.ts";

interface Timer {
  at: number;
  then: () => unknown;
}

/** Time that a test pushes. Its date can be set without anything else noticing. */
export class FakeClock implements Clock {
  #now: number;
  #date = Date.UTC(2026, 6, 14, 15, 0, 0);
  #timers: Timer[] = [];

  constructor(now = 100_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  date(): Date {
    return new Date(this.#date);
  }

  after(ms: number, then: () => unknown): () => void {
    const timer = { at: this.#now + ms, then };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Somebody sets the machine's clock. */
  setDate(date: number): void {
    this.#date = date;
  }

  /** The process dies, and whatever it was waiting for never comes. */
  forgetTimers(): void {
    this.#timers = [];
  }

  /** The process stands still for so long: timers that were due run late, when time is pushed again. */
  stall(ms: number): void {
    this.#now += ms;
    this.#date += ms;
  }

  /** Timers that have not run. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Lets time pass, with everything that happens on the way in its order. */
  async push(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settle();
    for (;;) {
      const next = this.#timers.reduce<Timer | undefined>(
        (first, timer) => (timer.at <= until && (!first || timer.at < first.at) ? timer : first),
        undefined,
      );
      if (!next) {
        break;
      }
      this.#timers = this.#timers.filter((timer) => timer !== next);
      const at = Math.max(this.#now, next.at);
      this.#date += at - this.#now;
      this.#now = at;
      next.then();
      await settle();
    }
    this.#date += until - this.#now;
    this.#now = until;
    await settle();
  }
}

/** Everything that waits for nothing but its turn has had it. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
