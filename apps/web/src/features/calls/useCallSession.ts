import { useEffect, useState, useSyncExternalStore } from "react";
import { connection } from "../../lib/socket.ts";
import { browserDevices } from "./browser-devices.ts";
import { type CallSession, createCallSession } from "./call-session.ts";
import type { CallView } from "./call-view.ts";
import { endCallOf, newBrowserPeer, readCallOf } from "./calls.api.ts";
import { reportTrouble } from "./trouble.ts";

const NOBODY_LISTENS = () => () => undefined;

/** The call of this screen for as long as it is on screen; null before it has begun. */
export function useCallSession(callId: string, personId: string): CallView | null {
  const [session, setSession] = useState<CallSession | null>(null);

  useEffect(() => {
    const opened = createCallSession({
      callId,
      personId,
      line: connection,
      readCall: () => readCallOf(callId),
      endOverHttp: () => endCallOf(callId),
      newPeer: newBrowserPeer,
      devices: browserDevices,
      newId: () => crypto.randomUUID(),
      onTrouble: reportTrouble,
    });
    const { pathname } = window.location;
    setSession(opened);
    opened.start();
    return () => {
      // Gone to another screen is gone from the call; drawing anew is not.
      if (window.location.pathname !== pathname) {
        opened.view().actions.hangUp?.();
      }
      opened.close();
    };
  }, [callId, personId]);

  return useSyncExternalStore(session?.subscribe ?? NOBODY_LISTENS, () => session?.view() ?? null);
}
