import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  exportIntrusions,
  IntrusionKind,
  listIntrusions,
  listTodaysIntrusions,
} from "@umbral/contract/alarms/intrusions.contract";
import type { Direction } from "@umbral/contract/lib/pages";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { oldestFirst } from "../../lib/time-order.ts";

export interface WantedIntrusions {
  buildingId?: string;
  doorId?: string;
  cameraId?: string;
  kind?: IntrusionKind;
  from?: string;
  to?: string;
}

/** One page of what cameras and doors noticed, the newest or the oldest first. */
export function useIntrusions(wanted: WantedIntrusions, page: number, direction: Direction) {
  return useQuery({
    ...queryOf<typeof listIntrusions>("GET", "/api/{product}/events/event-intrusion", {
      query: { ...wanted, page, ...oldestFirst(direction) },
    }),
    placeholderData: keepPreviousData,
  });
}

/** The controller takes two pictures a second, twelve at most. */
const PICTURES_COME_EVERY_MS = 4000;
/** Each reading is written down with whose eyes it was: no more than the pictures need to come. */
const READINGS = 3;

/** What the cameras and doors of a building noticed today, the newest of it; asked again while its pictures come. */
export const useTodaysIntrusions = (buildingId: string) =>
  useQuery({
    ...queryOf<typeof listTodaysIntrusions>("GET", "/api/buildings/{id}/today/intrusions", {
      params: { id: buildingId },
      query: { page: 1 },
    }),
    refetchInterval: ({ state }) => (state.dataUpdateCount < READINGS ? PICTURES_COME_EVERY_MS : false),
  });

export const downloadIntrusions = (wanted: WantedIntrusions & { ids?: string }, form?: FileForm) =>
  download<typeof exportIntrusions>("GET", "/api/{product}/events/event-intrusion.csv", {
    query: wanted,
    form,
  });
