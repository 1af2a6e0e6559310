/** A tap is told to the page a moment after its finger is up, to what stands there by then. */
const TOLD_WITHIN_MS = 300;

/**
 * Waits for what is ready, and then for a moment in which nothing on the page is being pressed: what moves under a finger takes
 * its press away.
 * @param target the window, whose presses are watched from now on
 */
export async function betweenPresses(ready: Promise<unknown>, target: EventTarget = window): Promise<void> {
  const watching = new AbortController();
  const options = { capture: true, passive: true, signal: watching.signal };
  let isPressed = false;
  let onOver = () => {};
  let told: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    clearTimeout(told);
    isPressed = true;
  };
  const end = () => {
    clearTimeout(told);
    told = setTimeout(() => {
      isPressed = false;
      onOver();
    }, TOLD_WITHIN_MS);
  };
  target.addEventListener("pointerdown", begin, options);
  target.addEventListener("pointerup", end, options);
  target.addEventListener("pointercancel", end, options);
  try {
    await ready;
    if (isPressed) {
      await new Promise<void>((resolve) => {
        onOver = resolve;
      });
    }
  } finally {
    watching.abort();
  }
}
