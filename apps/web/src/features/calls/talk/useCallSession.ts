import { useEffect, useState, useSyncExternalStore } from "react";
import type { CallSession } from "./call-session.ts";
import type { CallView } from "./call-view.ts";
import { takeOpenCall } from "./open-calls.ts";

const NOBODY_LISTENS = () => () => undefined;

/** The call of this screen for as long as it is on screen; null before it has begun. */
export function useCallSession(callId: string, personId: string): CallView | null {
  const [session, setSession] = useState<CallSession | null>(null);

  useEffect(() => {
    const taken = takeOpenCall({ callId, personId });
    const { pathname } = window.location;
    setSession(taken);
    return () => {
      // Gone to another screen is gone from the call; drawing anew is not.
      if (window.location.pathname !== pathname) {
        taken.view().actions.hangUp?.();
      }
      taken.close();
    };
  }, [callId, personId]);

  return useSyncExternalStore(session?.subscribe ?? NOBODY_LISTENS, () => session?.view() ?? null);
}
