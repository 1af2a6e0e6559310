import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type {
  AccessKind,
  AccessRequest,
  decideEmployeeRequest,
  decideOwnerRequest,
  exportEmployeeRequests,
  exportOwnerRequests,
  listEmployeeRequests,
  listOwnerRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { waitingPlacesQuery } from "./waiting-places.api.ts";

/** What waits may be other than what is shown: ask again. */
export function refreshRequests(): Promise<void> {
  return refresh(
    waitingPlacesQuery.queryKey,
    keyOf<typeof listOwnerRequests>("GET", "/api/buildings/{id}/access"),
    keyOf<typeof listEmployeeRequests>("GET", "/api/apartments/{id}/access"),
  );
}

interface Asked {
  kind: AccessKind;
  /** Of an apartment or of a building. */
  placeId: string;
  search: string;
  page: number;
}

/** One page of those who wait, the longest first. */
export function useRequests({ kind, placeId, search, page }: Asked) {
  const given = { params: { id: placeId }, query: { page, ...(search ? { search } : {}) } };
  const asked =
    kind === "owners"
      ? queryOf<typeof listOwnerRequests>("GET", "/api/buildings/{id}/access", given)
      : queryOf<typeof listEmployeeRequests>("GET", "/api/apartments/{id}/access", given);
  return useQuery({ ...asked, placeholderData: keepPreviousData });
}

/** Approves or rejects one. */
export function decideOn(kind: AccessKind, request: AccessRequest, approved: boolean) {
  const { id: x, apartment } = request;
  const params = { id: apartment.id, x };
  return kind === "owners"
    ? call<typeof decideOwnerRequest>("POST", "/api/buildings/{id}/access/{x}", {
        params,
        body: { approved, apartmentId: apartment.id },
      })
    : call<typeof decideEmployeeRequest>("POST", "/api/apartments/{id}/access/{x}", {
        params,
        body: { approved },
      });
}

/** The same for one. Whatever came of it, the lists are asked again. */
export const useDecision = (kind: AccessKind) =>
  useMutation({
    mutationFn: ({ request, approved }: { request: AccessRequest; approved: boolean }) =>
      decideOn(kind, request, approved),
    onSettled: () => void refreshRequests(),
  });

export const downloadRequests = (
  kind: AccessKind,
  placeId: string,
  query: { search: string; ids?: string },
  form?: FileForm,
): Promise<void> =>
  kind === "employees"
    ? download<typeof exportEmployeeRequests>("GET", "/api/apartments/{id}/access.csv", {
        params: { id: placeId },
        query,
        form,
      })
    : download<typeof exportOwnerRequests>("GET", "/api/buildings/{id}/access.csv", {
        params: { id: placeId },
        query,
        form,
      });
