import { useQuery } from "@tanstack/react-query";
import type { exportMonthReport, readMonthReport } from "@umbral/contract/reports/reports.contract";
import { download } from "../../../lib/download.ts";
import { queryOf } from "../../../lib/endpoint-query.ts";

/** A month of a building, counted. Nothing is asked without a building. @param month `2026-11` */
export function useMonthReport(buildingId: string | undefined, month: string) {
  return useQuery({
    ...queryOf<typeof readMonthReport>("GET", "/api/{product}/buildings/{id}/report", {
      params: { id: buildingId ?? "" },
      query: { month },
    }),
    enabled: buildingId !== undefined,
  });
}

export const downloadMonthReport = (buildingId: string, month: string): Promise<void> =>
  download<typeof exportMonthReport>("GET", "/api/{product}/buildings/{id}/report.csv", {
    params: { id: buildingId },
    query: { month },
  });
