import { useEffect } from "react";
import { whenIdle } from "../../../lib/when-idle.ts";
import { callDesk } from "../desk/index.ts";
import { type CallSide, callConnection } from "../media/index.ts";
import { callsExpected, fetchCallScreen } from "./call-screen.ts";

/** By then it has been sent and drawn on both sides; a page is idle as well while it waits for the server's answer. */
const SENT_WITHIN_MS = 400;
/** Idle comes within this after it, also on a busy screen. */
const IDLE_WITHIN_MS = 600;

/**
 * While it rings there is time to fetch what the call needs once it is answered, and to mount its screen; but not the time
 * in which the ringing itself is sent and drawn.
 */
export function usePreparedCall(side: CallSide): void {
  useEffect(() => {
    let expects = 0;
    const prepare = () => {
      expects = 1;
      callsExpected.set(callsExpected.current() + expects);
      // Without a network it is fetched when it is opened, and fails there where it can be said.
      fetchCallScreen().catch(() => undefined);
      callDesk.prepare();
      callConnection.prepare(side);
    };
    let callOff = () => {};
    const timer = setTimeout(() => {
      callOff = whenIdle(prepare, IDLE_WITHIN_MS);
    }, SENT_WITHIN_MS);
    return () => {
      clearTimeout(timer);
      callOff();
      callsExpected.set(callsExpected.current() - expects);
    };
  }, [side]);
}
