import { type ComponentType, useEffect, useState } from "react";
import { reportTrouble } from "../../../lib/trouble.ts";
import { whenCalm } from "../../../lib/when-idle.ts";
import type { RingingScreenProps } from "./RingingScreen.tsx";

/** What rings is to be seen: its code is asked for again this soon where it did not come. */
const AGAIN_MS = 1500;

type Screen = ComponentType<RingingScreenProps>;
/** Fetched once for the page. */
let fetched: Screen | null = null;

/** The screen of who rings: fetched when the page has nothing else to do, or at once when somebody does. Null until it is there. */
export function useRingingScreen(isRinging: boolean): Screen | null {
  const [screen, setScreen] = useState(() => fetched);
  const isMissing = screen === null;
  useEffect(() => {
    if (!isMissing) {
      return;
    }
    let isGone = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const fetchIt = async () => {
      try {
        fetched = (await import("./RingingScreen.tsx")).RingingScreen;
        if (!isGone) {
          setScreen(() => fetched);
        }
      } catch (error) {
        reportTrouble(error);
        if (isRinging && !isGone) {
          again = setTimeout(() => void fetchIt(), AGAIN_MS);
        }
      }
    };
    if (isRinging) {
      void fetchIt();
    }
    const callOff = isRinging ? () => {} : whenCalm(() => void fetchIt());
    return () => {
      isGone = true;
      clearTimeout(again);
      callOff();
    };
  }, [isMissing, isRinging]);
  return screen;
}
