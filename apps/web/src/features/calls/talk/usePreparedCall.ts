import { useEffect } from "react";
import { whenIdle } from "../../../lib/when-idle.ts";
import { callDesk } from "../desk/index.ts";
import { callConnection } from "../media/index.ts";

/** Idle comes within this, also on a busy screen. */
const IDLE_WITHIN_MS = 1000;

/**
 * While it rings there is time to fetch what the call needs once it is answered; but not the time in which
 * the ringing itself is sent and drawn.
 */
export function usePreparedCall(): void {
  useEffect(
    () =>
      whenIdle(() => {
        // Without a network it is fetched when it is opened, and fails there where it can be said.
        import("./CallScreen.tsx").catch(() => undefined);
        callDesk.prepare();
        callConnection.prepare();
      }, IDLE_WITHIN_MS),
    [],
  );
}
