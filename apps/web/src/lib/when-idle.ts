import { queryClient } from "./queries.ts";

/**
 * Runs what nobody waits for once the browser has nothing to draw.
 * @param withinMs also on a page that never rests
 * @returns how to call it off
 */
export function whenIdle(run: () => void, withinMs: number): () => void {
  // Safari has no such time.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, withinMs / 4);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

/**
 * Runs it for each of them, one right after the other, and leaves the browser room for a press between two.
 * @returns how to call off those that are left
 */
export function eachByItself<Item>(items: Iterable<Item>, run: (item: Item) => void): () => void {
  const left = [...items];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goOn = () => {
    const [item] = left.splice(0, 1);
    if (item !== undefined) {
      run(item);
      timer = setTimeout(goOn);
    }
  };
  goOn();
  return () => clearTimeout(timer);
}

/** A page that never rests is looked at by then. */
const LOOK_WITHIN_MS = 2000;

/**
 * Runs what is on no screen once the one that is there is drawn, with the answers to all that it asked: on a slow line it
 * would only come between.
 * @returns how to call it off
 */
export function whenCalm(run: () => void): () => void {
  let callOff = whenIdle(look, LOOK_WITHIN_MS);
  function look() {
    if (queryClient.isFetching() === 0) {
      run();
      return;
    }
    const leave = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() === 0) {
        leave();
        // What was answered is drawn, and may ask more.
        callOff = whenIdle(look, LOOK_WITHIN_MS);
      }
    });
    callOff = leave;
  }
  return () => callOff();
}
