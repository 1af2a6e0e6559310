import { useEffect, useRef, useState } from "react";
import type { LobbyCall } from "./lobby-call.ts";
import { resumedCall } from "./lobby-calls.ts";

/**
 * The one ringing of this screen, and how to put another in its place. What the page had begun before it was
 * loaded anew is shown again. Nobody's telephone rings for a caller who has gone to another screen.
 */
export function useLobbyCall(
  where: "apartment" | "lobby",
): readonly [LobbyCall | null, (call: LobbyCall | null) => void] {
  const [call, setCall] = useState<LobbyCall | null>(null);
  const hasLooked = useRef(false);

  useEffect(() => {
    if (!hasLooked.current) {
      hasLooked.current = true;
      setCall(resumedCall(where));
    }
  }, [where]);

  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Drawing anew is not leaving.
      if (window.location.pathname !== pathname) {
        call?.view().actions.cancel?.();
        call?.close();
      }
    };
  }, [call]);

  const put = (next: LobbyCall | null) => {
    call?.close();
    setCall(next);
  };
  return [call, put];
}
