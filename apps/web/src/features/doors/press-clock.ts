import { ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import { ClockEstimate } from "@umbral/contract/lib/steady-clock";

/** The server's clock is read this often while somebody may press. */
export const READ_EVERY_MS = 30_000;
/** Older than this, it is not believed. */
const READING_KEPT_MS = 10 * 60_000;
/** What may be wrong by this makes a press older by up to twice as much: one of this moment comes too late by it. */
const HOPELESS_MS = ORDER_LIFETIME_MS / 2;

export interface PressClockParts {
  /** The server's steady clock, read now. */
  read(): Promise<number>;
  /** This device's own steady clock. */
  steadyMs(): number;
}

/**
 * Knows the server's steady clock, so that a press can say when it was made: what waits on the line, or for a
 * server that stands still, is too old by the time it arrives.
 */
export class PressClock {
  readonly #parts: PressClockParts;
  readonly #estimate = new ClockEstimate(READING_KEPT_MS);
  /** Names the present connection: a reading on an earlier one does not count. */
  #connection = 0;
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The newest reading, under way or done. */
  #reading: Promise<void> = Promise.resolve();

  constructor(parts: PressClockParts) {
    this.#parts = parts;
  }

  /** Somebody may press from now on. @returns when nobody may any more */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      this.#readNow();
      this.#timer = setInterval(() => this.#readNow(), READ_EVERY_MS);
    }
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) {
        clearInterval(this.#timer);
      }
    };
  }

  /** Another connection, perhaps to another server: nothing that was read before counts. */
  reconnected(): void {
    this.#connection += 1;
    this.#estimate.forget();
    if (this.#watchers > 0) {
      this.#readNow();
    }
  }

  /** Resolves when the newest reading is done, whatever came of it. */
  known(): Promise<void> {
    return this.#reading;
  }

  /**
   * While what is known would make even a fresh press too old, as after a reading whose answer met a busy page, or while an old
   * press would pass for one of this moment: resolves once the clock was read anew. Nothing to wait for otherwise.
   * @param waitedMs how old the press is by now
   */
  surer(waitedMs = 0): Promise<void> | undefined {
    const isKnown = this.onServersClock(0) !== undefined;
    if (isKnown ? !this.#isUnsureBy(HOPELESS_MS) : waitedMs < HOPELESS_MS) {
      return undefined;
    }
    this.#readNow();
    return this.#reading;
  }

  /**
   * A moment of this device's clock on the server's. What the estimate may be wrong by makes it earlier: in
   * doubt a press is older.
   */
  onServersClock(momentMs: number): number | undefined {
    const best = this.#estimate.best(this.#parts.steadyMs());
    return best && momentMs + best.offset - best.uncertainty;
  }

  #isUnsureBy(ms: number): boolean {
    const best = this.#estimate.best(this.#parts.steadyMs());
    return best !== undefined && best.uncertainty >= ms;
  }

  #readNow(mayFollow = true): void {
    this.#reading = this.#read(mayFollow);
  }

  /** @param mayFollow a bad reading is followed by another at once; not without end, where the way itself is long */
  async #read(mayFollow: boolean): Promise<void> {
    const connection = this.#connection;
    const sentAt = this.#parts.steadyMs();
    try {
      const steadyMs = await this.#parts.read();
      if (connection === this.#connection) {
        this.#estimate.add({ sentAt, receivedAt: this.#parts.steadyMs(), steadyMs });
        // Until the next time each press would look older than it is.
        if (mayFollow && this.#watchers > 0 && this.#isUnsureBy(HOPELESS_MS / 2)) {
          this.#readNow(false);
        }
      }
    } catch {
      // Without a reading a press is as old as its arrival, which the server sees by itself.
    }
  }
}
