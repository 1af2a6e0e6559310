import { uptime } from "node:os";
import { performance } from "node:perf_hooks";
import { countingSleep } from "@umbral/contract/lib/steady-clock";
import type { Log } from "./log.ts";

/** Forgets a timer that has not run. */
export type Cancel = () => void;

/**
 * The controller's time. `now` only counts forwards and knows nothing of the date: ages of orders,
 * leases and pulses are measured on it, so that setting the machine's clock changes none of them.
 */
export interface Clock {
  /** Milliseconds since some moment, never backwards and never jumping. */
  now(): number;
  /** The date, for people to read and for nothing else. */
  date(): Date;
  after(ms: number, then: () => unknown): Cancel;
}

/**
 * A clock none of whose timers can end the process: what one of them throws, or its promise, is logged, and
 * everything else goes on.
 */
export const guarded = (clock: Clock, log: Log): Clock => {
  const failed = (error: unknown) => log.error({ err: error }, "what a timer was to do failed");
  return {
    now: () => clock.now(),
    date: () => clock.date(),
    after: (ms, then) =>
      clock.after(ms, () => {
        try {
          const done = then();
          if (done instanceof Promise) {
            done.catch(failed);
          }
        } catch (error) {
          failed(error);
        }
      }),
  };
};

/**
 * Hibernation shorter than this cannot be told from the kernel's uptime, which some systems give in
 * whole seconds.
 */
const SLEEP_NOTICED_MS = 1500;

/**
 * The machine's monotonic clock. `performance.now` stands still while the machine sleeps, the kernel's
 * uptime does not: the difference is added, so that an order that waited through a sleep is old.
 */
export function systemClock(
  sources = { awakeMs: () => performance.now(), uptimeMs: () => uptime() * 1000 },
): Clock {
  return {
    now: countingSleep(sources.awakeMs, sources.uptimeMs, SLEEP_NOTICED_MS),
    date: () => new Date(),
    after(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  };
}
