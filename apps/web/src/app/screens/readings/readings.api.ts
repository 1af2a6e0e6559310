import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  exportDecisions,
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { Direction } from "@umbral/contract/lib/pages";
import { download, type FileForm } from "../../../lib/download.ts";
import { queryOf } from "../../../lib/endpoint-query.ts";
import { oldestFirst } from "../../../lib/time-order.ts";

export interface WantedReadings {
  buildingId?: string;
  doorId?: string;
  person?: string;
  outcome?: AccessOutcome;
  from?: string;
  to?: string;
}

/** One page of what was decided at readers, the newest or the oldest first. */
export const useReadings = (wanted: WantedReadings, page: number, direction: Direction) =>
  useQuery({
    ...queryOf<typeof listDecisions>("GET", "/api/{product}/events/access", {
      query: { ...wanted, page, ...oldestFirst(direction) },
    }),
    placeholderData: keepPreviousData,
  });

/** The same of the day that it is in a building, for its desk. */
export const useTodaysReadings = (
  buildingId: string,
  wanted: Pick<WantedReadings, "doorId" | "outcome">,
  page: number,
) =>
  useQuery({
    ...queryOf<typeof listTodaysDecisions>("GET", "/api/buildings/{id}/today/access", {
      params: { id: buildingId },
      query: { ...wanted, page },
    }),
    placeholderData: keepPreviousData,
  });

export const downloadReadings = (wanted: WantedReadings & { ids?: string }, form?: FileForm) =>
  download<typeof exportDecisions>("GET", "/api/{product}/events/access.csv", { query: wanted, form });
