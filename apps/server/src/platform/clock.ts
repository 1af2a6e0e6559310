import { performance } from "node:perf_hooks";

/** The two times the product needs. Tests hold both. */
export interface Clock {
  /** Wall time, for what people read and what is stored. */
  now(): Date;
  /**
   * Milliseconds since 1970 as they were at the start of the process plus a monotonic count:
   * it never jumps, and {@link steadyFrom} makes it comparable between processes. Ages of door orders
   * are measured on it.
   */
  steadyMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  steadyMs: () => performance.timeOrigin + performance.now(),
};

/** The same wall clock, its steady time set right by what it was found to be behind. */
export const steadyFrom = (clock: Clock, behindMs: number): Clock => ({
  now: () => clock.now(),
  steadyMs: () => clock.steadyMs() + behindMs,
});
