import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import type { exportOpenings, listOpenings } from "@umbral/contract/doors/openings.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";

export interface WantedOpenings {
  buildingId?: string;
  doorId?: string;
  person?: string;
  origin?: OpenDoorOrigin;
  from?: string;
  to?: string;
}

/** One page of the doors that opened, the newest first. */
export function useOpenings(wanted: WantedOpenings, page: number) {
  return useQuery({
    queryKey: ["openings", wanted, page],
    queryFn: ({ signal }) =>
      call<typeof listOpenings>("GET", "/api/{product}/events/open-door", {
        query: { ...wanted, page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const downloadOpenings = (wanted: WantedOpenings) =>
  download<typeof exportOpenings>("GET", "/api/{product}/events/open-door.csv", { query: wanted });
