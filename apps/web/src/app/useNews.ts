import { useEffect } from "react";
import { refreshRequests } from "../features/access-requests/index.ts";
import { refreshPerson } from "../features/auth/index.ts";
import { refreshMembers } from "../features/users/index.ts";
import { NoConnection } from "../lib/failures.ts";
import { queryClient } from "../lib/queries.ts";
import { connection, useConnectionState } from "../lib/socket.ts";
import { session } from "../lib/useSession.ts";
import { isOfBuilding } from "./told.ts";
import { refreshPush } from "./useNotifications.ts";

/**
 * Keeps who is signed in, and the lists that others change, true while any screen is open. The stored
 * token brings the newest person and spaces on each screen (specification §2), when the server says that
 * they are others now, and when the line comes: what changed before it was told to nobody here.
 */
export function useNews(pathname: string): void {
  useEffect(() => {
    const leaving = new AbortController();
    const stops = [
      connection.hear("spaces:changed", () => {
        // Screens that are not theirs any more are gone before the rest is asked again.
        void refreshQuietly(leaving.signal).then(() => queryClient.invalidateQueries());
      }),
      connection.hear("building:changed", ({ buildingId }) => void refreshBuilding(buildingId)),
      connection.hear("access:changed", () => void refreshRequests()),
      connection.hear("members:changed", () => void refreshMembers()),
    ];
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

/** Its settings, places, doors or cameras are others: what is open of them is asked again, and nothing else. */
function refreshBuilding(buildingId: string): Promise<void> {
  return queryClient.invalidateQueries({ predicate: (query) => isOfBuilding(query, buildingId) });
}

/** The stored person stays when this fails; the next screen asks again. */
async function refreshQuietly(signal: AbortSignal): Promise<void> {
  try {
    await refreshPerson(signal);
    await refreshPush();
  } catch (error) {
    const isExpected = signal.aborted || error instanceof NoConnection || session.current() === null;
    if (!isExpected) {
      reportError(error);
    }
  }
}
