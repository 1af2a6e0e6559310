import { useEffect } from "react";
import { queryClient, refreshEverything } from "../lib/queries.ts";
import { connection, missesNews } from "../lib/socket.ts";
import { useSession } from "../lib/useSession.ts";
import { closeDialogs } from "../ui/dialogs.ts";
import { dismissNotices } from "../ui/notices.ts";

/**
 * The socket lives as long as the session, and what one person read, was asked or was told is not shown to another. What
 * was read before the line was lost, or before news were missed on it, is read again when it stands.
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
      closeDialogs();
      dismissNotices();
    };
  }, [token]);

  useEffect(() => {
    let isBehind = false;
    return connection.subscribe(() => {
      const state = connection.state();
      if (state === "connected" && isBehind) {
        void refreshEverything();
      }
      isBehind = missesNews(state, isBehind);
    });
  }, []);
}
