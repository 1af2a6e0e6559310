import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { adminLogin } from "@umbral/contract/auth/auth.contract";
import type {
  confirmSecondFactor,
  newRecoveryCodes,
  offerSecondFactor,
  ownSecondFactor,
} from "@umbral/contract/auth/second-factor.contract";
import { call } from "../../lib/call.ts";
import type { Credentials } from "./auth.api.ts";

/** Signs an administrator in with their code. The session begins only when the recovery codes were seen. */
export const signInWithCode = (credentials: Credentials, code: string) =>
  call<typeof adminLogin>("POST", "/api/{product}/auth/login", {
    body: { ...credentials, cedula: credentials.cedula.trim(), code },
  });

export const FACTOR = ["auth", "second-factor"] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: FACTOR,
    queryFn: ({ signal }) => call<typeof ownSecondFactor>("GET", "/api/user/second-factor", { signal }),
  });
}

/** A new secret, which waits for its first code. */
export function useOfferSecondFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      call<typeof offerSecondFactor>("POST", "/api/user/second-factor", { body: { currentPassword } }),
  });
}

export function useConfirmSecondFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      call<typeof confirmSecondFactor>("PUT", "/api/user/second-factor", { body: { code } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FACTOR }),
  });
}

export function useNewRecoveryCodes() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) =>
      call<typeof newRecoveryCodes>("POST", "/api/user/second-factor/recovery-codes", {
        body: { currentPassword },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: FACTOR }),
  });
}
