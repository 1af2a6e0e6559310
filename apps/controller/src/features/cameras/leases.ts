import type { Cancel, Clock } from "../../platform/clock.ts";

/** Who looks at one camera, and until when. */
export class Leases {
  readonly #clock: Clock;
  readonly #onRunOut: () => void;
  readonly #until = new Map<string, number>();
  #cancelSweep: Cancel | undefined;

  /** @param onRunOut hears each time that somebody's lease ran out */
  constructor(clock: Clock, onRunOut: () => void) {
    this.#clock = clock;
    this.#onRunOut = onRunOut;
  }

  /** @returns whether this one did not look before */
  hold(watcher: string, forMs: number): boolean {
    const isNew = !this.#until.has(watcher);
    this.#until.set(watcher, this.#clock.now() + forMs);
    this.#sweepLater();
    return isNew;
  }

  release(watcher: string): void {
    this.#until.delete(watcher);
    this.#sweepLater();
  }

  get isHeld(): boolean {
    return this.#until.size > 0;
  }

  /** Nobody looks any more, and nobody is told. */
  stop(): void {
    this.#cancelSweep?.();
    this.#until.clear();
  }

  /** Forgets those that ran out, once the next of them does. */
  #sweepLater(): void {
    this.#cancelSweep?.();
    this.#cancelSweep = this.isHeld
      ? this.#clock.after(Math.min(...this.#until.values()) - this.#clock.now(), () => this.#sweep())
      : undefined;
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const [watcher, until] of this.#until) {
      if (until <= now) {
        this.#until.delete(watcher);
      }
    }
    this.#sweepLater();
    this.#onRunOut();
  }
}
