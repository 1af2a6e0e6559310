import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { askToDiscard, useHasUnsaved } from "../ui/unsaved.ts";

/** The browser's way back asks before it takes along what was typed in a dialog, as closing that does. */
export const AskOnWayBack = () => (useHasUnsaved() ? <Asking /> : null);

/** Drawn only then: a router asks one blocker alone, and a call has its own. */
function Asking() {
  const blocker = useBlocker(({ historyAction }) => historyAction === "POP");
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // Its own object each time: what is told of a second way back may be drawn together with the end of the first.
  const blocked = blocker.state === "blocked" ? blocker : null;
  useEffect(() => {
    const ask = async () => {
      const isMeant = await askToDiscard();
      // It may have been saved meanwhile, and is asked about no more.
      if (!isHere.current) {
        return;
      }
      if (isMeant) {
        blocked?.proceed();
      } else {
        blocked?.reset();
      }
    };
    if (blocked !== null) {
      void ask();
    }
  }, [blocked]);
  return null;
}
