import type { Logger } from "pino";
import { LogThrottle } from "./log-throttle.ts";
import { isOfWhatIsGone } from "./overtaken.ts";

/** That somebody named what was just deleted is nobody's fault, as long as it is seldom. */
export const levelOf = (fault: unknown): "warn" | "error" => (isOfWhatIsGone(fault) ? "warn" : "error");

/** A `TypeError`, or a database's `error 23505`: a word that a program chose, never what somebody sent. */
function kindOf(fault: unknown): string {
  if (!(fault instanceof Error)) {
    return typeof fault;
  }
  return "code" in fault && typeof fault.code === "string" ? `${fault.name} ${fault.code}` : fault.name;
}

/**
 * Faults by what they happened to and what kind they are. Each is written whole the first time; while it goes on, a line a
 * minute says how often it came, with the latest: who provokes a fault a thousand times writes no thousand stacks, and
 * another fault of the same route is not hidden behind it.
 */
export class FaultLog {
  readonly #throttle: LogThrottle<string>;
  readonly #latest = new Map<string, { what: string; fault: unknown }>();

  constructor(log: Pick<Logger, "error" | "warn">, words: string) {
    this.#throttle = new LogThrottle((key, times) => {
      const latest = this.#latest.get(key);
      log[levelOf(latest?.fault)]({ err: latest?.fault, what: latest?.what, times }, words);
    });
  }

  /** @param what a word of the program's own, of which there are few: an event, a route with its method */
  note(what: string, fault: unknown): void {
    const key = `${what} ${kindOf(fault)} ${levelOf(fault)}`;
    this.#latest.set(key, { what, fault });
    this.#throttle.note(key);
  }

  /** Writes what was only counted so far. */
  stop(): void {
    this.#throttle.stop();
  }
}
