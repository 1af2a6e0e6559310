import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import type { exportOpenings, listOpenings } from "@umbral/contract/doors/openings.contract";
import type { Direction } from "@umbral/contract/lib/pages";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { oldestFirst } from "../../lib/time-order.ts";

export interface WantedOpenings {
  buildingId?: string;
  doorId?: string;
  person?: string;
  origin?: OpenDoorOrigin;
  from?: string;
  to?: string;
}

/** One page of the doors that opened, the newest or the oldest first. */
export function useOpenings(wanted: WantedOpenings, page: number, direction: Direction) {
  return useQuery({
    ...queryOf<typeof listOpenings>("GET", "/api/{product}/events/open-door", {
      query: { ...wanted, page, ...oldestFirst(direction) },
    }),
    placeholderData: keepPreviousData,
  });
}

export const downloadOpenings = (wanted: WantedOpenings & { ids?: string }, form?: FileForm) =>
  download<typeof exportOpenings>("GET", "/api/{product}/events/open-door.csv", { query: wanted, form });
