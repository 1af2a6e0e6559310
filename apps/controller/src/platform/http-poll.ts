import type { Cancel, Clock } from "./clock.ts";
import { readAddress } from "./http-relay.ts";
import type { Log } from "./log.ts";

const ANSWER_WITHIN_MS = 2000;
/** After so many failures in a row the device is away, and is asked ever less. */
const PATIENCE = 5;
const LONGEST_PAUSE_MS = 30_000;

interface HttpPollParts {
  address: string;
  everyMs: number;
  /** Texts of an answer: one of the two must be in it, and not the other. */
  yesText: string;
  noText: string;
  /** What is asked, for the log: 'a contact', 'an input'. */
  name: string;
  clock: Clock;
  log: Log;
}

/**
 * Asks a device of the building's network again and again which of two states it is in. One that does not answer, or
 * answers neither or both, is in a state that nobody knows: null, once, until it is known again.
 */
export class HttpPoll {
  readonly #parts: HttpPollParts;
  #cancelNext: Cancel | undefined;
  #stopped = new AbortController();
  /** In a row. */
  #failures = 0;

  constructor(parts: HttpPollParts) {
    this.#parts = parts;
  }

  start(tell: (isYes: boolean | null) => void): void {
    this.#stopped = new AbortController();
    void this.#ask(tell, this.#stopped.signal);
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelNext?.();
  }

  async #ask(tell: (isYes: boolean | null) => void, stopped: AbortSignal): Promise<void> {
    const { address, yesText, noText, name, clock, log } = this.#parts;
    const tooLong = new AbortController();
    const cancel = clock.after(ANSWER_WITHIN_MS, () => tooLong.abort());
    try {
      const answer = await readAddress(address, AbortSignal.any([stopped, tooLong.signal]));
      const isYes = answer.includes(yesText);
      if (isYes === answer.includes(noText)) {
        throw new Error(`${name} says neither of its two states`);
      }
      if (!stopped.aborted) {
        if (this.#failures > 0) {
          log.warn({}, `${name} answers again`);
        }
        this.#failures = 0;
        tell(isYes);
      }
    } catch (error) {
      if (!stopped.aborted) {
        this.#failures += 1;
        if (this.#failures === 1) {
          log.warn({ err: error }, `${name} failed`);
          tell(null);
        }
      }
    } finally {
      cancel();
    }
    if (!stopped.aborted) {
      this.#cancelNext = clock.after(this.#pause(), () => this.#ask(tell, stopped));
    }
  }

  #pause(): number {
    const { everyMs } = this.#parts;
    const doublings = Math.max(0, this.#failures - PATIENCE + 1);
    return Math.max(everyMs, Math.min(LONGEST_PAUSE_MS, everyMs * 2 ** doublings));
  }
}
