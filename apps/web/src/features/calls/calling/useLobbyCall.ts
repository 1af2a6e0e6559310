import { lazy, useEffect, useEffectEvent, useRef, useState } from "react";
import { sentenceFor } from "../../../lib/sentences.ts";
import { useFetchedAhead } from "../../../lib/useFetchedAhead.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import type { LobbyCall } from "./lobby-call.ts";
import { memories, type Where } from "./lobby-memory.ts";

const fetchParts = () => import("./calling-parts.ts");
type CallingParts = Awaited<ReturnType<typeof fetchParts>>;

/** How a ringing goes. */
export const CallingDialog = lazy(async () => ({ default: (await fetchParts()).CallingDialog }));

/**
 * The one ringing of this screen, how to begin it and how to take it away. What the page had begun before it was
 * loaded anew is shown again. Nobody's telephone rings for a caller who has gone to another screen.
 */
export function useLobbyCall(where: Where) {
  const [call, setCall] = useState<LobbyCall | null>(null);
  const isBeginning = useRef(false);
  const hasLooked = useRef(false);
  useFetchedAhead(fetchParts);

  const begin = async (make: (parts: CallingParts) => LobbyCall | null): Promise<void> => {
    // One at a time: two touches are one call.
    if (call !== null || isBeginning.current) {
      return;
    }
    isBeginning.current = true;
    const { pathname } = window.location;
    try {
      const parts = await fetchParts();
      // Whoever left meanwhile rings nobody.
      if (window.location.pathname === pathname) {
        setCall(make(parts));
      }
    } catch (error) {
      void dialogs.failure({ text: sentenceFor(error) });
    } finally {
      isBeginning.current = false;
    }
  };

  const resume = useEffectEvent(() => {
    if (memories[where].kept() !== null) {
      void begin(({ resumedCall }) => resumedCall(where));
    }
  });
  useEffect(() => {
    if (!hasLooked.current) {
      hasLooked.current = true;
      resume();
    }
  }, []);

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

  const end = () => {
    call?.close();
    setCall(null);
  };
  return { call, begin, end };
}
