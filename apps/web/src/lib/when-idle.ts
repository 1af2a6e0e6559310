/** Idle comes within this, also on a busy screen. */
const IDLE_WITHIN_MS = 1000;

/** Runs what can wait for a moment in which the screen has nothing to draw. @returns how to call it off */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, IDLE_WITHIN_MS / 4);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(handle);
}
