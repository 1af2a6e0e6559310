import { useEffect, useState } from "react";
import { connection } from "./socket.ts";
import { createThrottle } from "./throttle.ts";

/** A busy platform tells of events all the time; a list is read anew no more often than this. */
const REFRESH_MS = 2000;

interface Looking {
  /** Absent: at all of them. */
  buildingId: string | undefined;
  isFirstPage: boolean;
  /** Stable from one drawing to the next. */
  refresh(): unknown;
}

/**
 * Keeps the first page of a list of events true as new ones happen. Further back nothing moves under the
 * reader's eyes: there it only tells that something is new.
 */
export function useEventNews(
  event: "event_access" | "event_clip" | "event_intrusion" | "event_open_door",
  { buildingId, isFirstPage, refresh }: Looking,
): boolean {
  const [hasNews, setHasNews] = useState(false);
  useEffect(() => {
    const throttle = createThrottle(REFRESH_MS, () => void refresh());
    const stop = connection.hear(event, (news) => {
      if (buildingId !== undefined && news.buildingId !== buildingId) {
        return;
      }
      if (isFirstPage) {
        throttle.press();
      } else {
        setHasNews(true);
      }
    });
    return () => {
      stop();
      throttle.stop();
      setHasNews(false);
    };
  }, [event, buildingId, isFirstPage, refresh]);
  return hasNews;
}
