import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  exportIntrusions,
  IntrusionKind,
  listIntrusions,
} from "@umbral/contract/alarms/intrusions.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";

export interface WantedIntrusions {
  buildingId?: string;
  doorId?: string;
  cameraId?: string;
  kind?: IntrusionKind;
  from?: string;
  to?: string;
}

/** One page of what cameras and doors noticed, the newest first. */
export function useIntrusions(wanted: WantedIntrusions, page: number) {
  return useQuery({
    queryKey: ["intrusions", wanted, page],
    queryFn: ({ signal }) =>
      call<typeof listIntrusions>("GET", "/api/{product}/events/event-intrusion", {
        query: { ...wanted, page },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const downloadIntrusions = (wanted: WantedIntrusions) =>
  download<typeof exportIntrusions>("GET", "/api/{product}/events/event-intrusion.csv", { query: wanted });
