import { type RefObject, useEffect, useEffectEvent } from "react";
import { ScannedDigits } from "../visits/index.ts";

/**
 * Hears a guest's code that a scanner types, whichever field or key has the focus, at its last digit.
 * @param place where it is typed; null for the whole page
 */
export function useScannedCodes(
  place: RefObject<HTMLElement | null> | null,
  onCode: (event: KeyboardEvent, code: string) => void,
): void {
  const handleCode = useEffectEvent(onCode);
  useEffect(() => {
    const heard: GlobalEventHandlers | null = place === null ? document : place.current;
    const digits = new ScannedDigits();
    const listener = (event: KeyboardEvent) => {
      const code = digits.press(event.key, event.timeStamp);
      if (code !== null) {
        handleCode(event, code);
      }
    };
    heard?.addEventListener("keydown", listener, { capture: true });
    return () => heard?.removeEventListener("keydown", listener, { capture: true });
  }, [place]);
}
