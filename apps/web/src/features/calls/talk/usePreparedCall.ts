import { useEffect } from "react";
import { whenIdle } from "../../../lib/when-idle.ts";
import { callDesk } from "../desk/index.ts";
import { type CallSide, callConnection } from "../media/index.ts";
import { callsExpected, fetchCallScreen } from "./call-screen.ts";

/** Idle comes within this, also on a busy screen. */
const IDLE_WITHIN_MS = 1000;

/**
 * While it rings there is time to fetch what the call needs once it is answered, and to mount its screen; but not the time
 * in which the ringing itself is sent and drawn.
 */
export function usePreparedCall(side: CallSide): void {
  useEffect(() => {
    let expects = 0;
    const callOff = whenIdle(() => {
      expects = 1;
      callsExpected.set(callsExpected.current() + expects);
      // Without a network it is fetched when it is opened, and fails there where it can be said.
      fetchCallScreen().catch(() => undefined);
      callDesk.prepare();
      callConnection.prepare(side);
    }, IDLE_WITHIN_MS);
    return () => {
      callOff();
      callsExpected.set(callsExpected.current() - expects);
    };
  }, [side]);
}
