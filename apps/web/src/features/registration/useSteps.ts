import { useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router";

/**
 * Which step of a form is open. Each is an entry of the browser's history of its own, so that the browser's 'back'
 * goes one step back; they lie in it one after another, from the first.
 *
 * @param arrive called when another step was drawn
 */
export function useSteps(last: number, arrive: () => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const step = stepIn(location, last);

  // Until the browser is there, a second press is no further step.
  const isGoing = useRef(false);
  const shown = useRef({ key: location.key, step });
  useEffect(() => {
    const before = shown.current;
    if (before.key !== location.key) {
      isGoing.current = false;
      shown.current = { key: location.key, step };
      if (before.step !== step) {
        arrive();
      }
    }
  });

  const begin = (go: () => void) => {
    if (!isGoing.current) {
      isGoing.current = true;
      go();
    }
  };
  return {
    step,
    isFirst: step === 0,
    isLast: step === last,
    goOn() {
      const { pathname, search, hash } = location;
      const state = { ...stateOf(location), step: step + 1 };
      begin(() => void navigate({ pathname, search, hash }, { state }));
    },
    /** To one of the steps before this one; nothing when it is this one, or after it. */
    goBackTo(earlier: number) {
      if (earlier < step) {
        begin(() => void navigate(earlier - step));
      }
    },
  };
}

function stateOf({ state }: Location<unknown>): object {
  return typeof state === "object" && state !== null ? state : {};
}

/** The step that an entry of the history is, the first when it says nothing. */
function stepIn(location: Location<unknown>, last: number): number {
  const state = stateOf(location);
  return "step" in state && typeof state.step === "number" && Number.isInteger(state.step)
    ? Math.min(Math.max(state.step, 0), last)
    : 0;
}
