import { useEffect } from "react";
import { refreshPerson } from "../features/auth/index.ts";
import { NoConnection } from "../lib/failures.ts";
import { refresh, refreshEverything } from "../lib/queries.ts";
import { connection, useConnectionState } from "../lib/socket.ts";
import { session } from "../lib/useSession.ts";
import { eventsOfNews, staleAfter } from "./stale-queries.ts";
import { refreshPush } from "./useNotifications.ts";

/**
 * Keeps who is signed in, and the lists that others change, true while any screen is open. The stored
 * token brings the newest person and spaces on each screen (specification §2), when the server says that
 * they are others now, and when the line comes: what changed before it was told to nobody here.
 */
export function useNews(pathname: string): void {
  useEffect(() => {
    const leaving = new AbortController();
    const stops = eventsOfNews.map((event) =>
      connection.hear(event, (payload) => {
        const stale = staleAfter(event, payload);
        // Screens that are not theirs any more are gone before the rest is asked again.
        void (stale === "everything"
          ? refreshQuietly(leaving.signal).then(refreshEverything)
          : refresh(...stale));
      }),
    );
    return () => {
      leaving.abort();
      for (const stop of stops) {
        stop();
      }
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of screen is what asks again.
  useEffect(() => {
    const leaving = new AbortController();
    void refreshQuietly(leaving.signal);
    return () => leaving.abort();
  }, [pathname]);

  const isConnected = useConnectionState() === "connected";
  useEffect(() => {
    if (!isConnected) {
      return;
    }
    const leaving = new AbortController();
    void refreshQuietly(leaving.signal);
    return () => leaving.abort();
  }, [isConnected]);
}

/** The stored person stays when this fails; the next screen asks again. */
async function refreshQuietly(signal: AbortSignal): Promise<void> {
  try {
    await refreshPerson(signal);
    // A device of the lobby is rung on its line alone: it stands there, and is nobody's phone.
    if (session.current()?.kiosk === undefined) {
      await refreshPush();
    }
  } catch (error) {
    const isExpected = signal.aborted || error instanceof NoConnection || session.current() === null;
    if (!isExpected) {
      reportError(error);
    }
  }
}
