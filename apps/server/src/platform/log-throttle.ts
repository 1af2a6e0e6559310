/** How long a complaint that was written is only counted when it comes again. */
const QUIET_MS = 60_000;

/**
 * Keeps one noisy peer from filling the log: what it does is written the first time, and as long as it
 * goes on one line a minute says how often it came.
 */
export class LogThrottle<Key> {
  readonly #write: (key: Key, times: number) => void;
  /** How often each came since its last line. */
  readonly #counts = new Map<Key, number>();
  #timer: NodeJS.Timeout | undefined;

  /** @param write one line of the log: it came this often since the last one */
  constructor(write: (key: Key, times: number) => void) {
    this.#write = write;
  }

  /** It came once more, or so many times. */
  note(key: Key, times = 1): void {
    const count = this.#counts.get(key);
    if (count !== undefined) {
      this.#counts.set(key, count + times);
      return;
    }
    this.#counts.set(key, 0);
    this.#write(key, times);
    // It keeps no process alive: a stop says the rest.
    this.#timer ??= setInterval(() => this.#sum(), QUIET_MS).unref();
  }

  /** Writes what was only counted so far. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#sum();
    this.#counts.clear();
  }

  #sum(): void {
    for (const [key, count] of this.#counts) {
      if (count > 0) {
        this.#counts.set(key, 0);
        this.#write(key, count);
      } else {
        this.#counts.delete(key);
      }
    }
    if (this.#counts.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}
