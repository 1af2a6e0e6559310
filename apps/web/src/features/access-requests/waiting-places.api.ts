import { queryOptions } from "@tanstack/react-query";
import type { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** Where this person decides, and how many wait there. */
export const waitingPlacesQuery = queryOf<typeof listWaitingPlaces>("GET", "/api/access-requests/waiting");

/** How long a landing waits to know whether somebody waits. */
const LANDING_MS = 4000;

/** The same, once and with little patience: a sign-in does not hang on it. */
export const landingCheckQuery = queryOptions({
  queryKey: [...waitingPlacesQuery.queryKey, "landing"],
  queryFn: async () => {
    try {
      return await call<typeof listWaitingPlaces>("GET", "/api/access-requests/waiting", {
        signal: AbortSignal.timeout(LANDING_MS),
      });
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: this failure is logged, and counts as nobody waiting (specification §8).
      console.warn("the requests that wait could not be counted", error);
      throw error;
    }
  },
  retry: false,
  staleTime: 0,
});
