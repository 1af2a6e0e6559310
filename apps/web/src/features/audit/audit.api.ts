import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { exportAudit, forgetInAudit, listAudit } from "@umbral/contract/audit/audit.contract";
import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { Direction } from "@umbral/contract/lib/pages";
import { call } from "../../lib/call.ts";
import { momentsOf } from "../../lib/day-range.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { oldestFirst } from "../../lib/time-order.ts";

/** What is looked for, as the fields have it: an empty one looks for everything. */
export interface AuditWish {
  person: string;
  buildingId: string;
  action: AuditAction | "";
  /** `YYYY-MM-DD` */
  first: string;
  last: string;
}

function lookedFor({ person, buildingId, action, first, last }: AuditWish) {
  return {
    person,
    ...(buildingId === "" ? {} : { buildingId }),
    ...(action === "" ? {} : { action }),
    ...momentsOf({ first, last }),
  };
}

/** A page of the audit. The one before stays in sight until it is there. */
export function useAudit(wish: AuditWish, page: number, direction: Direction) {
  return useQuery({
    ...queryOf<typeof listAudit>("GET", "/api/{product}/audit", {
      query: { ...lookedFor(wish), page, ...oldestFirst(direction) },
    }),
    placeholderData: keepPreviousData,
  });
}

export const downloadAudit = (wish: AuditWish, ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportAudit>("GET", "/api/{product}/audit.csv", {
    query: { ...lookedFor(wish), ...(ids === undefined ? {} : { ids }) },
    form,
  });

/** Erases what the audit keeps of a person. */
export function useForgetInAudit() {
  return useMutation({
    mutationFn: (personId: string) =>
      call<typeof forgetInAudit>("DELETE", "/api/{product}/audit/people/{personId}", {
        params: { personId },
      }),
    onSettled: () => refresh(keyOf<typeof listAudit>("GET", "/api/{product}/audit")),
  });
}
