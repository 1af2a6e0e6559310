import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  activateAdministrator,
  createAdministrator,
  deactivateAdministrator,
  exportAdministrators,
  inviteAdministrator,
  listAdministrators,
  resetSecondFactor,
} from "@umbral/contract/auth/administrators.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const administratorsQuery = queryOf<typeof listAdministrators>("GET", "/api/{product}/administrators");

export function useAdministrators() {
  return useQuery({ ...administratorsQuery, select: ({ administrators }) => administrators });
}

export function useCreateAdministrator() {
  return useMutation({
    mutationFn: (body: { cedula: string; name: string; email: string }) =>
      call<typeof createAdministrator>("POST", "/api/{product}/administrators", { body }),
    onSuccess: () => refresh(administratorsQuery.queryKey),
  });
}

export function useInviteAgain() {
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof inviteAdministrator>("POST", "/api/{product}/administrators/{id}/invitation", {
        params: { id },
      }),
  });
}

/** Shuts an administrator out, or lets them in again. */
export function useSwitchAdministrator() {
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      active
        ? call<typeof activateAdministrator>("PUT", "/api/{product}/administrators/{id}/activate", {
            params: { id },
          })
        : call<typeof deactivateAdministrator>("PUT", "/api/{product}/administrators/{id}/deactivate", {
            params: { id },
          }),
    // Also when it was refused: then somebody else has changed something.
    onSettled: () => refresh(administratorsQuery.queryKey),
  });
}

export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof resetSecondFactor>("DELETE", "/api/{product}/administrators/{id}/second-factor", {
        params: { id },
      }),
    onSettled: () => refresh(administratorsQuery.queryKey),
  });
}

export const downloadAdministrators = (): Promise<void> =>
  download<typeof exportAdministrators>("GET", "/api/{product}/administrators.csv");
