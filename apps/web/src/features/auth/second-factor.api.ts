import { useMutation, useQuery } from "@tanstack/react-query";
import type { adminLogin } from "@umbral/contract/auth/auth.contract";
import type {
  askSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  offerSecondFactor,
  ownSecondFactor,
  showOwnSecondFactor,
} from "@umbral/contract/auth/second-factor.contract";
import type { PasskeyRequest } from "@umbral/contract/lib/passkeys";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { wasAskedFirst } from "../../lib/first-answers.ts";
import { queryClient, refresh } from "../../lib/queries.ts";
import type { Credentials } from "./auth.api.ts";
import { showPasskey } from "./passkey-device.ts";

/** Signs an administrator in with their code. The session begins only when the recovery codes were seen. */
export const signInWithCode = (credentials: Credentials, code: string) =>
  call<typeof adminLogin>("POST", "/api/{product}/auth/login", {
    body: { ...credentials, cedula: credentials.cedula.trim(), code },
  });

export const factorQuery = queryOf<typeof ownSecondFactor>("GET", "/api/user/second-factor");

export function useSecondFactor() {
  return useQuery(factorQuery);
}

/** A new secret, which waits for its first code. */
export function useOfferSecondFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      call<typeof offerSecondFactor>("POST", "/api/user/second-factor", { body: { currentPassword } }),
  });
}

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (code: string) =>
      call<typeof confirmSecondFactor>("PUT", "/api/user/second-factor", { body: { code } }),
    onSuccess: () => refresh(factorQuery.queryKey),
  });
}

/** Begins the answer of a passkey, which is good once: it is asked for anew each time. */
const askedQuery = queryOf<typeof askSecondFactor>("POST", "/api/user/second-factor/session", { body: {} });

/**
 * What this session has to show. Whoever makes theirs first is asked no other question until they have seen its recovery
 * codes, which are shown this once: a line that was lost meanwhile, as while they look at the app of codes, has
 * everything read again. `again` ends that.
 * @param isAnew whatever was answered before, because the server has refused something since
 */
export function useAskedSecondFactor(isWanted: boolean, isAnew = false) {
  const query = useQuery({
    ...askedQuery,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: isAnew ? "always" : true,
  });
  const { data, isFetching, refetch } = query;
  const [making, setMaking] = useState<typeof data>(undefined);
  if (making === undefined && data?.isInUse === false && !data.isShown && !isFetching) {
    setMaking(data);
  }
  return {
    ...query,
    data: making ?? data,
    again() {
      void refetch();
      setMaking(undefined);
    },
  };
}

/** Longer than this nobody looks at the splash for it. */
const TAKEN_WITHIN_MS = 200;

/**
 * Takes what the page's first script was told, where it asked: the first drawing is then of the screen, and not of what stands there
 * until it is known whether it may be seen.
 */
export async function takeAskedSecondFactor(): Promise<void> {
  if (wasAskedFirst("POST", "/api/user/second-factor/session")) {
    const late = new Promise((resolve) => setTimeout(resolve, TAKEN_WITHIN_MS));
    await Promise.race([
      queryClient.prefetchQuery({ ...askedQuery, staleTime: Number.POSITIVE_INFINITY }),
      late,
    ]);
  }
}

export function useShowSecondFactor() {
  return useMutation({
    mutationFn: async (shown: { code: string } | { request: PasskeyRequest }) =>
      call<typeof showOwnSecondFactor>("PUT", "/api/user/second-factor/session", {
        body: "code" in shown ? shown : { passkey: await showPasskey(shown.request) },
      }),
  });
}

export function useNewRecoveryCodes() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      call<typeof newRecoveryCodes>("POST", "/api/user/second-factor/recovery-codes", {
        body: { currentPassword },
      }),
    onSuccess: () => refresh(factorQuery.queryKey),
  });
}
