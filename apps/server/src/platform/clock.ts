import { uptime } from "node:os";
import { performance } from "node:perf_hooks";
import { countingSleep } from "@umbral/contract/lib/steady-clock";

/** The two times the product needs. Tests hold both. */
export interface Clock {
  /** Wall time, for what people read and what is stored. */
  now(): Date;
  /**
   * Milliseconds since 1970 as they were at the start of the process plus a monotonic count that goes on
   * while the machine sleeps: it never jumps with the date, and {@link steadyFrom} makes it comparable between processes. Ages of door orders
   * are measured on it.
   */
  steadyMs(): number;
}

/** Some systems give the kernel's uptime in whole seconds: a shorter sleep than this is not noticed. */
const SLEEP_NOTICED_MS = 1500;

export const systemClock: Clock = {
  now: () => new Date(),
  steadyMs: countingSleep(
    () => performance.timeOrigin + performance.now(),
    () => uptime() * 1000,
    SLEEP_NOTICED_MS,
  ),
};

/** The same wall clock, its steady time set right by what it was found to be behind. */
export const steadyFrom = (clock: Clock, behindMs: number): Clock => ({
  now: () => clock.now(),
  steadyMs: () => clock.steadyMs() + behindMs,
});
