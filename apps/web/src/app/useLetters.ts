import { useEffect } from "react";
import { hasApp } from "../lib/has-app.ts";
import { whenCalm } from "../lib/when-idle.ts";
import { addLetters } from "../ui/letters.ts";

/** They weigh as much as half of the first screen's code: a first visit is drawn in the device's own before they come. */
export function useLetters(): void {
  useEffect(() => {
    if (hasApp()) {
      addLetters();
      return;
    }
    return whenCalm(addLetters);
  }, []);
}
