import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router";
import { dialogs } from "../../../ui/dialogs.ts";
import { leavingQuestion } from "./talk.strings.ts";

/**
 * A phone's way back, while two people talk: it goes one step back in the sheet that stands over the call, and without one
 * it asks first, because leaving the screen hangs up.
 * @param isTalking only then somebody would be cut off
 * @param stepBack of the sheet; null while there is none
 */
export function useWayBack(isTalking: boolean, stepBack: RefObject<(() => void) | null>): void {
  const blocker = useBlocker(({ historyAction }) => isTalking && historyAction === "POP");
  const isRunning = useRef(isTalking);
  useEffect(() => {
    isRunning.current = isTalking;
    return () => {
      isRunning.current = false;
    };
  }, [isTalking]);
  const answer = useEffectEvent(async () => {
    if (stepBack.current !== null) {
      blocker.reset?.();
      stepBack.current();
      return;
    }
    const isMeant = await dialogs.confirm(leavingQuestion);
    // It may have ended meanwhile: its own way out has been taken.
    if (isMeant && isRunning.current) {
      blocker.proceed?.();
    } else {
      blocker.reset?.();
    }
  });
  const isAsked = blocker.state === "blocked";
  useEffect(() => {
    if (isAsked) {
      void answer();
    }
  }, [isAsked]);
}
