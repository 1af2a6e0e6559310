import type { Clock } from "./clock.ts";

/** Resolves after a while, or at once when `signal` is aborted. */
export function pauseOf(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.after(Math.max(0, ms), finish);
    signal.addEventListener("abort", finish);
  });
}
