import { useQuery } from "@tanstack/react-query";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import { queryOf } from "../../../lib/endpoint-query.ts";
import { useEventNews } from "../../../lib/useEventNews.ts";

/** Controllers come and go, and their devices with them, without a word to who looks. */
const LOOK_AGAIN_MS = 20_000;

/** What the administration sees first, of one building or of all, kept true by what the buildings tell. */
export function useOverview(buildingId: string | undefined) {
  const query = useQuery({
    ...queryOf<typeof readOverview>("GET", "/api/{product}/overview", {
      query: buildingId === undefined ? {} : { buildingId },
    }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const news = { buildingId, isFirstPage: true, refresh: query.refetch };
  useEventNews("event_open_door", news);
  useEventNews("event_intrusion", news);
  return query;
}
