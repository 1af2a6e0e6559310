import { queryOptions } from "@tanstack/react-query";
import type { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { queryClient } from "../../lib/queries.ts";

/** Where this person decides, and how many wait there. */
export const waitingPlacesQuery = queryOf<typeof listWaitingPlaces>("GET", "/api/access-requests/waiting");

/** How long a landing waits to know whether somebody waits. */
const LANDING_MS = 4000;

/** The same, once and with little patience: a sign-in does not hang on it. */
export const landingCheckQuery = queryOptions({
  queryKey: [...waitingPlacesQuery.queryKey, "landing"],
  queryFn: async () => {
    try {
      const signal = AbortSignal.timeout(LANDING_MS);
      // What the page's first script asked hears of no signal.
      const late = new Promise<never>((_, reject) => {
        signal.onabort = () => reject(signal.reason);
      });
      const asked = call<typeof listWaitingPlaces>("GET", "/api/access-requests/waiting", { signal });
      const waiting = await Promise.race([asked, late]);
      // The landing and its menu count the same a moment later, and do not ask again.
      queryClient.setQueryData(waitingPlacesQuery.queryKey, waiting);
      return waiting;
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: this failure is logged, and counts as nobody waiting (specification §8).
      console.warn("the requests that wait could not be counted", error);
      throw error;
    }
  },
  retry: false,
  staleTime: 0,
});
