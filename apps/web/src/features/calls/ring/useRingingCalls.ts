import type { init } from "@umbral/contract/auth/auth.contract";
import { useEffect, useSyncExternalStore } from "react";
import { ask, connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { session } from "../../../lib/useSession.ts";
import { callDesk, type RingingCall } from "../desk/index.ts";

const { ringing } = callDesk;

/** Hears what rings while the component is on screen. */
export function useRingingCalls(): readonly RingingCall[] {
  useEffect(() => {
    ringing.start();
    askWhatRings();
    return ringing.stop;
  }, []);
  return useSyncExternalStore(ringing.subscribe, ringing.calls);
}

/**
 * The server names what rings when a device signs in. One that was connected before this page listened
 * says once more who it is.
 */
function askWhatRings(): void {
  const token = session.current()?.token;
  if (token !== undefined && connection.isUp()) {
    ask<typeof init>("init", { token, tellAgain: true }).catch(reportTrouble);
  }
}
