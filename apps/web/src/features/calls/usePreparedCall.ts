import { useEffect } from "react";
import { prepareIceServers } from "./calls.api.ts";

/** While it rings there is time to fetch what the call needs once it is answered. */
export function usePreparedCall(): void {
  useEffect(() => {
    // Without a network it is fetched when it is opened, and fails there where it can be said.
    import("./CallScreen.tsx").catch(() => undefined);
    prepareIceServers();
  }, []);
}
