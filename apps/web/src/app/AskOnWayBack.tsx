import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { askToDiscard, useHasUnsaved } from "../ui/unsaved.ts";

/** The browser's way back asks before it takes along what was typed in a dialog, as closing that does. */
export const AskOnWayBack = () => (useHasUnsaved() ? <Asking /> : null);

/** Drawn only then: a router asks one blocker alone, and a call has its own. */
function Asking() {
  const blocker = useBlocker(({ historyAction }) => historyAction === "POP");
  const latest = useRef(blocker);
  const isHere = useRef(false);
  const isAsking = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // Its own object each time: what is told of a second way back may be drawn together with the end of the first.
  useEffect(() => {
    latest.current = blocker;
    const ask = async () => {
      const isMeant = await askToDiscard();
      isAsking.current = false;
      // It may have been saved meanwhile, and is asked about no more.
      if (!isHere.current || latest.current.state !== "blocked") {
        return;
      }
      if (isMeant) {
        latest.current.proceed();
      } else {
        latest.current.reset();
      }
    };
    // However often somebody presses it: one question, and its answer is of the last.
    if (blocker.state === "blocked" && !isAsking.current) {
      isAsking.current = true;
      void ask();
    }
  }, [blocker]);
  return null;
}
