import type { Logger } from "pino";
import { LogThrottle } from "./log-throttle.ts";
import { isOfWhatIsGone } from "./overtaken.ts";

/** That somebody named what was just deleted is nobody's fault, as long as it is seldom. */
export const levelOf = (fault: unknown): "warn" | "error" => (isOfWhatIsGone(fault) ? "warn" : "error");

/**
 * Faults by what they happened to. Each kind is written whole the first time; while it goes on, a line a minute says how
 * often it came, with the latest: who provokes a fault a thousand times writes no thousand stacks.
 */
export class FaultLog {
  readonly #throttle: LogThrottle<string>;
  readonly #latest = new Map<string, unknown>();

  constructor(log: Logger, words: string) {
    this.#throttle = new LogThrottle((what, times) => {
      const err = this.#latest.get(what);
      log[levelOf(err)]({ err, what, times }, words);
    });
  }

  /** @param what a word of the program's own, of which there are few: an event, a route */
  note(what: string, fault: unknown): void {
    this.#latest.set(what, fault);
    this.#throttle.note(what);
  }

  /** Writes what was only counted so far. */
  stop(): void {
    this.#throttle.stop();
  }
}
