export interface Throttle {
  /** Does it now, or as soon as the time since the last one is over. */
  press(): void;
  /** Whatever was still to come does not. */
  stop(): void;
}

/** Does something when asked, at once but no more often than every `ms`, and never forgets the last asking. */
export function createThrottle(ms: number, act: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const go = () => {
    isWanted = false;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) {
        go();
      }
    }, ms);
  };
  return {
    press() {
      if (timer === undefined) {
        go();
      } else {
        isWanted = true;
      }
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isWanted = false;
    },
  };
}
