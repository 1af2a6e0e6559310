import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  exportIntrusions,
  IntrusionKind,
  listIntrusions,
} from "@umbral/contract/alarms/intrusions.contract";
import { download } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

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
    ...queryOf<typeof listIntrusions>("GET", "/api/{product}/events/event-intrusion", {
      query: { ...wanted, page },
    }),
    placeholderData: keepPreviousData,
  });
}

export const downloadIntrusions = (wanted: WantedIntrusions) =>
  download<typeof exportIntrusions>("GET", "/api/{product}/events/event-intrusion.csv", { query: wanted });
