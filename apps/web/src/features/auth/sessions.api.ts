import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  changePassword,
  closeOtherSessions,
  closeSession,
  listSessions,
} from "@umbral/contract/auth/sessions.contract";
import { call } from "../../lib/call.ts";

const SESSIONS = ["auth", "sessions"] as const;

/** Where the person is signed in. */
export function useOwnSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call<typeof listSessions>("GET", "/api/user/sessions", { signal }),
  });
}

export function useCloseSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) =>
      call<typeof closeSession>("DELETE", "/api/user/sessions/{sessionId}", { params: { sessionId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

export function useCloseOtherSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<typeof closeOtherSessions>("DELETE", "/api/user/sessions"),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Ends the other sessions too. */
export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; password: string }) =>
      call<typeof changePassword>("PUT", "/api/user/profile/password", { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  });
}
