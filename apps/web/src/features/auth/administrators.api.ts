import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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

const ADMINISTRATORS = ["auth", "administrators"] as const;

export function useAdministrators() {
  return useQuery({
    queryKey: ADMINISTRATORS,
    queryFn: async ({ signal }) =>
      (await call<typeof listAdministrators>("GET", "/api/{product}/administrators", { signal }))
        .administrators,
  });
}

export function useCreateAdministrator() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { cedula: string; name: string; email: string }) =>
      call<typeof createAdministrator>("POST", "/api/{product}/administrators", { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ADMINISTRATORS }),
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
  const queries = useQueryClient();
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
    onSettled: () => queries.invalidateQueries({ queryKey: ADMINISTRATORS }),
  });
}

export function useResetSecondFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof resetSecondFactor>("DELETE", "/api/{product}/administrators/{id}/second-factor", {
        params: { id },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ADMINISTRATORS }),
  });
}

export const downloadAdministrators = (): Promise<void> =>
  download<typeof exportAdministrators>("GET", "/api/{product}/administrators.csv");
