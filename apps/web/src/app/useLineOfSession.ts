import { useEffect, useRef } from "react";
import { queryClient } from "../lib/queries.ts";
import { connection, useConnectionState } from "../lib/socket.ts";
import { useSession } from "../lib/useSession.ts";
import { isInNews } from "./stale-queries.ts";

/**
 * The socket lives as long as the session, and what was read for one person is not shown to another. What
 * was read while nobody here could be told of a change is read again when the line stands.
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
    if (state === "connected") {
      void (wasLost.current ? queryClient.invalidateQueries() : readFirstAgain());
    }
    wasLost.current = state === "disconnected" || (wasLost.current && state !== "connected");
  }, [state]);
}

/**
 * The first screen is read beside the line, not after it: between the two a change is told to nobody here.
 * What is on its way is shown first and then read again; broken off it would only come later.
 */
async function readFirstAgain(): Promise<void> {
  const first = new Set(
    queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isInNews(queryKey) }),
  );
  await queryClient.refetchQueries(
    { predicate: (query) => first.has(query) && query.state.fetchStatus === "fetching" },
    { cancelRefetch: false },
  );
  await queryClient.invalidateQueries({ predicate: (query) => first.has(query) });
}
