import type { Clock } from "./clock.ts";

/** Resolves after a while, or at once when one of the signals is aborted. */
export function pauseOf(clock: Clock, ms: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      for (const signal of signals) {
        signal.removeEventListener("abort", finish);
      }
      resolve();
    };
    const cancel = clock.after(Math.max(0, ms), finish);
    for (const signal of signals) {
      signal.addEventListener("abort", finish);
    }
  });
}
