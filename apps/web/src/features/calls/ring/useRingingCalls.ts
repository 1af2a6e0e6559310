import { useEffect, useSyncExternalStore } from "react";
import { connection } from "../../../lib/socket.ts";
import { callDesk, type RingingCall } from "../desk/index.ts";

const { ringing } = callDesk;

/** Hears what rings while the component is on screen. */
export function useRingingCalls(): readonly RingingCall[] {
  useEffect(() => {
    ringing.start();
    // The server names what rings while a device signs in: it may have before this one listened.
    connection.nameAgain();
    return ringing.stop;
  }, []);
  return useSyncExternalStore(ringing.subscribe, ringing.calls);
}
