import { useEffect, useRef } from "react";
import { queryClient } from "../lib/queries.ts";
import { connection, useConnectionState } from "../lib/socket.ts";
import { useSession } from "../lib/useSession.ts";

/**
 * The socket lives as long as the session, and what was read for one person is not shown to another. What
 * was read before the line was lost is read again when it stands.
 */
export function useLineOfSession(): void {
  const token = useSession()?.token;
  useEffect(() => {
    if (token === undefined) {
      return;
    }
    connection.start(token);
    return () => {
      connection.stop();
      queryClient.clear();
    };
  }, [token]);

  const state = useConnectionState();
  const wasLost = useRef(false);
  useEffect(() => {
    if (state === "connected" && wasLost.current) {
      void queryClient.invalidateQueries();
    }
    wasLost.current = state === "disconnected" || (wasLost.current && state !== "connected");
  }, [state]);
}
