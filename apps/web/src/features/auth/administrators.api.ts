import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  createAdministrator,
  inviteAdministrator,
  listAdministrators,
  resetSecondFactor,
} from "@umbral/contract/auth/administrators.contract";
import { call } from "../../lib/call.ts";

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
