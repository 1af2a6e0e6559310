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
import { session } from "../../lib/useSession.ts";

const personalDataQuery = (id: string) =>
  queryOf<typeof readPersonalData>("GET", "/api/{product}/users/{id}/personal-data", { params: { id } });

export const usePersonalData = (id: string) =>
  useQuery({ ...personalDataQuery(id), select: ({ personalData }) => personalData, gcTime: 0 });

export const downloadPerson = (id: string): Promise<void> =>
  whileSignedIn((signal) =>
    download<typeof exportPerson>("POST", "/api/{product}/users/{id}/export", {
      params: { id },
      body: {},
      signal,
    }),
  );

export const downloadOwn = (currentPassword: string): Promise<void> =>
  whileSignedIn((signal) =>
    download<typeof exportOwnData>("POST", "/api/user/personal-data/export", {
      body: { currentPassword },
      signal,
    }),
  );

/** All of somebody does not come to lie on a computer that whoever asked for it has left meanwhile. */
async function whileSignedIn(take: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const token = session.current()?.token;
  const left = new AbortController();
  const stop = session.subscribe(() => {
    if (session.current()?.token !== token) {
      left.abort();
    }
  });
  try {
    await take(left.signal);
  } finally {
    stop();
  }
}

/** Did it end because whoever asked has signed out? It is told to nobody else. */
export const isOfWhoLeft = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

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
