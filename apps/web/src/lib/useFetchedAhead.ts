import { useEffect } from "react";
import { whenCalm } from "./when-idle.ts";

/**
 * Fetches the code of what a press opens once the screen stands: it is on no first screen, and there when somebody presses.
 * @param load always the same
 */
export function useFetchedAhead(load: () => Promise<unknown>): void {
  // Without a network it is fetched when it is opened, and fails there where it can be said.
  useEffect(() => whenCalm(() => void load().catch(() => undefined)), [load]);
}
