import { useEffect, useState, useSyncExternalStore } from "react";
import { callDesk } from "../desk/index.ts";
import { beginCall, type CallSession, type CallView } from "../session/index.ts";

const NOBODY_LISTENS = () => () => undefined;

/** The call of this screen for as long as it is on screen; null before it has begun. */
export function useCallSession(callId: string | null, personId: string): CallView | null {
  const [session, setSession] = useState<CallSession | null>(null);

  useEffect(() => {
    if (callId === null) {
      return;
    }
    const { pathname } = window.location;
    setSession(callDesk.stand({ callId, personId }, beginCall));
    // Gone to another screen is gone from the call; drawing anew is not.
    return () => callDesk.leave(callId, { hangsUp: window.location.pathname !== pathname });
  }, [callId, personId]);

  return useSyncExternalStore(session?.subscribe ?? NOBODY_LISTENS, () => session?.view() ?? null);
}
