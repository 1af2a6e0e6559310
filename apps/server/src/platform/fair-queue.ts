import { Refused } from "./refused.ts";

/** How many pieces of work are done at once, and how many may wait: in all, and of one asker. */
export interface Shares {
  atOnce: number;
  atOnceOfOne: number;
  waiting: number;
  waitingOfOne: number;
}

/** Seconds after which it is worth trying again. */
const TRY_AGAIN_S = 5;

/**
 * Costly work in fair shares: whoever asks for much waits behind their own work, and never others behind theirs. Askers
 * take turns. What waits is bounded: the rest is refused before it costs anything.
 */
export class FairQueue {
  readonly #shares: Shares;
  readonly #running = new Map<string, number>();
  /** Who waits, in the order of their turns, each with their own work in order. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #runningInAll = 0;
  #waitingInAll = 0;

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /**
   * Does a piece of work when its turn has come.
   * @throws {Refused} TOO_OFTEN when too much of this asker waits, UNAVAILABLE when too much waits in all
   */
  async run<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn(asker);
    if (turn) {
      await turn;
    }
    try {
      return await work();
    } finally {
      this.#end(asker);
    }
  }

  /**
   * The same for work after which its place stays taken for as long again, while whoever asked has the answer: however much
   * is asked for, half of a processor's time is left to all else.
   */
  async runAndRest<Result>(asker: string, work: () => Promise<Result>): Promise<Result> {
    const end = await this.enter(asker);
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(end, performance.now() - began).unref();
    }
  }

  /** The same for work that ends elsewhere. @returns what to call then, once */
  async enter(asker: string): Promise<() => void> {
    const turn = this.#turn(asker);
    if (turn) {
      await turn;
    }
    return () => this.#end(asker);
  }

  /** Undefined where it may begin at once. */
  #turn(asker: string): Promise<void> | undefined {
    if (this.#mayRun(asker) && !this.#waiting.has(asker)) {
      this.#begin(asker);
      return undefined;
    }
    return this.#turnOf(asker);
  }

  #mayRun(asker: string): boolean {
    const { atOnce, atOnceOfOne } = this.#shares;
    return this.#runningInAll < atOnce && (this.#running.get(asker) ?? 0) < atOnceOfOne;
  }

  #begin(asker: string): void {
    this.#runningInAll += 1;
    this.#running.set(asker, (this.#running.get(asker) ?? 0) + 1);
  }

  #turnOf(asker: string): Promise<void> {
    const own = this.#waiting.get(asker) ?? [];
    if (own.length >= this.#shares.waitingOfOne) {
      throw new Refused("TOO_OFTEN", { retryAfter: TRY_AGAIN_S });
    }
    if (this.#waitingInAll >= this.#shares.waiting) {
      throw new Refused("UNAVAILABLE", { retryAfter: TRY_AGAIN_S });
    }
    this.#waiting.set(asker, own);
    this.#waitingInAll += 1;
    return new Promise((resolve) => {
      own.push(resolve);
    });
  }

  #end(asker: string): void {
    this.#runningInAll -= 1;
    const left = (this.#running.get(asker) ?? 1) - 1;
    if (left > 0) {
      this.#running.set(asker, left);
    } else {
      this.#running.delete(asker);
    }
    this.#next();
  }

  /** The first in line whose share is not used up begins, and goes to the end of the line. */
  #next(): void {
    for (const [asker, own] of this.#waiting) {
      if (!this.#mayRun(asker)) {
        continue;
      }
      const begin = own.shift();
      this.#waiting.delete(asker);
      if (own.length > 0) {
        this.#waiting.set(asker, own);
      }
      if (begin) {
        this.#waitingInAll -= 1;
        this.#begin(asker);
        begin();
      }
      return;
    }
  }
}
