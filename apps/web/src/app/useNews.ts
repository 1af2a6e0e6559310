import { useEffect } from "react";
import { refreshPerson } from "../features/auth/index.ts";
import { NoConnection } from "../lib/failures.ts";
import { refresh, refreshEverything } from "../lib/queries.ts";
import { connection, missesNews } from "../lib/socket.ts";
import { session } from "../lib/useSession.ts";
import { whenCalm } from "../lib/when-idle.ts";
import { toReadAgain } from "./read-again.ts";
import { StaleLists } from "./stale-lists.ts";
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
    const stale = new StaleLists((keys) => void refresh(...keys));
    const stops = eventsOfNews.map((event) =>
      connection.hear(event, (payload) => {
        const keys = staleAfter(event, payload);
        if (keys === "everything") {
          // Screens that are not theirs any more are gone before the rest is asked again.
          void refreshQuietly(leaving.signal).then(refreshEverything);
        } else {
          stale.add(keys);
        }
      }),
    );
    return () => {
      leaving.abort();
      for (const stop of stops) {
        stop();
      }
      stale.drop();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of screen is what asks again.
  useEffect(() => {
    const leaving = new AbortController();
    void refreshQuietly(leaving.signal);
    return () => leaving.abort();
  }, [pathname]);

  useEffect(() => {
    // Then everything is read again (useLineOfSession).
    let isBehind = false;
    let asking = new AbortController();
    let callOff = () => {};
    const follow = () => {
      const state = connection.state();
      asking.abort();
      callOff();
      if (state === "connected") {
        asking = new AbortController();
        const { signal } = asking;
        const readAgain = isBehind ? () => () => {} : toReadAgain();
        // Not before the screen stands with what was read first.
        callOff = whenCalm(() => {
          void refreshQuietly(signal);
          callOff = readAgain();
        });
      }
      isBehind = missesNews(state, isBehind);
    };
    follow();
    const leave = connection.subscribe(follow);
    return () => {
      leave();
      asking.abort();
      callOff();
    };
  }, []);
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
