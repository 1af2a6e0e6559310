import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  changePassword,
  closeOtherSessions,
  closeSession,
  listSessions,
} from "@umbral/contract/auth/sessions.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const sessionsQuery = queryOf<typeof listSessions>("GET", "/api/user/sessions");

/** Where the person is signed in. */
export function useOwnSessions() {
  return useQuery(sessionsQuery);
}

export function useCloseSession() {
  return useMutation({
    mutationFn: (sessionId: string) =>
      call<typeof closeSession>("DELETE", "/api/user/sessions/{sessionId}", { params: { sessionId } }),
    onSettled: () => refresh(sessionsQuery.queryKey),
  });
}

export function useCloseOtherSessions() {
  return useMutation({
    mutationFn: () => call<typeof closeOtherSessions>("DELETE", "/api/user/sessions"),
    onSettled: () => refresh(sessionsQuery.queryKey),
  });
}

/** Ends the other sessions too. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) =>
      call<typeof changePassword>("PUT", "/api/user/profile/password", { body }),
    onSuccess: () => refresh(sessionsQuery.queryKey),
  });
}
