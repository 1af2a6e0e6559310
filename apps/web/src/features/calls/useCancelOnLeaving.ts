import { useEffect, useRef } from "react";
import type { LobbyCall } from "./lobby-call.ts";

/** Nobody's telephone rings for a caller who has gone to another screen or closed the page. */
export function useCancelOnLeaving(call: LobbyCall | null) {
  const running = useRef(call);
  running.current = call;
  useEffect(() => {
    const { pathname } = window.location;
    const cancel = () => running.current?.view().actions.cancel?.();
    window.addEventListener("pagehide", cancel);
    return () => {
      window.removeEventListener("pagehide", cancel);
      // Drawing anew is not leaving.
      if (window.location.pathname !== pathname) {
        cancel();
      }
    };
  }, []);
}
