import { useQuery } from "@tanstack/react-query";
import type {
  erasePerson,
  exportOwnData,
  exportPerson,
  readPersonalData,
  setLegalHold,
} from "@umbral/contract/personal-data/personal-data.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const personalDataQuery = (id: string) =>
  queryOf<typeof readPersonalData>("GET", "/api/{product}/users/{id}/personal-data", { params: { id } });

export const usePersonalData = (id: string) =>
  useQuery({ ...personalDataQuery(id), select: ({ personalData }) => personalData, gcTime: 0 });

export const downloadPerson = (id: string): Promise<void> =>
  download<typeof exportPerson>("POST", "/api/{product}/users/{id}/export", { params: { id }, body: {} });

export const downloadOwn = (currentPassword: string): Promise<void> =>
  download<typeof exportOwnData>("POST", "/api/user/personal-data/export", { body: { currentPassword } });

export const erase = (id: string, typed: string) =>
  call<typeof erasePerson>("POST", "/api/{product}/users/{id}/erasure", { params: { id }, body: { typed } });

/** Places a legal hold, or lifts it. */
export async function hold(id: string, isHeld: boolean, reason: string): Promise<void> {
  await call<typeof setLegalHold>("PUT", "/api/{product}/users/{id}/legal-hold", {
    params: { id },
    body: { isHeld, reason },
  });
  await refresh(personalDataQuery(id).queryKey);
}
