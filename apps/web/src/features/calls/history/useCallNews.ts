import { useEffect } from "react";
import { queryClient } from "../../../lib/queries.ts";
import { connection, useConnectionState } from "../../../lib/socket.ts";
import { historyKey } from "./call-history.api.ts";

/** What changes the list of calls of a home while it is on screen. */
const news = ["request", "end", "reject_call", "call_accepted", "call_accepted:from_other_session"] as const;

/** Keeps the calls of this home true while they are looked at: when one begins or ends, and when the line is back. */
export function useCallNews(apartmentId: string): void {
  useEffect(() => {
    const stops = news.map((event) => connection.hear(event, () => refresh(apartmentId)));
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }, [apartmentId]);

  const isConnected = useConnectionState() === "connected";
  useEffect(() => {
    if (isConnected) {
      refresh(apartmentId);
    }
  }, [isConnected, apartmentId]);
}

function refresh(apartmentId: string): void {
  void queryClient.invalidateQueries({ queryKey: historyKey(apartmentId) });
}
