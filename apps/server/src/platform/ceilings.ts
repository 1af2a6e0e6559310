/** How much somebody may ask for. */
export interface Ceiling {
  /** Unanswered at the same time. */
  atOnce: number;
  /** In the long run. */
  perSecond: number;
  /** At one go, after a while of quiet. */
  burst: number;
}

interface Asker {
  unanswered: number;
  credit: number;
  at: number;
}

/** Askers that did nothing for a while are forgotten when so many more have come. */
const LOOK_EVERY = 1000;

/** Holds each asker to a ceiling of its own: a socket, a person, an address. In this process's memory alone. */
export class Ceilings {
  readonly #ceiling: Ceiling;
  readonly #now: () => number;
  readonly #askers = new Map<string, Asker>();
  #sinceLook = 0;

  /** @param now milliseconds of a steady clock */
  constructor(ceiling: Ceiling, now: () => number = () => performance.now()) {
    this.#ceiling = ceiling;
    this.#now = now;
  }

  /** @returns what to call when it was answered; undefined when it is more than this asker may */
  enter(key: string): (() => void) | undefined {
    const now = this.#now();
    this.#forgetQuiet(now);
    const asker = this.#askers.get(key) ?? { unanswered: 0, credit: this.#ceiling.burst, at: now };
    this.#askers.set(key, asker);
    asker.credit = this.#creditOf(asker, now);
    asker.at = now;
    if (asker.unanswered >= this.#ceiling.atOnce || asker.credit < 1) {
      return undefined;
    }
    asker.credit -= 1;
    asker.unanswered += 1;
    return () => {
      asker.unanswered -= 1;
    };
  }

  #creditOf(asker: Asker, now: number): number {
    const { burst, perSecond } = this.#ceiling;
    return Math.min(burst, asker.credit + ((now - asker.at) / 1000) * perSecond);
  }

  #forgetQuiet(now: number): void {
    this.#sinceLook += 1;
    if (this.#sinceLook < LOOK_EVERY) {
      return;
    }
    this.#sinceLook = 0;
    for (const [key, asker] of this.#askers) {
      if (asker.unanswered === 0 && this.#creditOf(asker, now) >= this.#ceiling.burst) {
        this.#askers.delete(key);
      }
    }
  }
}
