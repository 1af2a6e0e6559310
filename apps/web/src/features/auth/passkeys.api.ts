import { useMutation, useQuery } from "@tanstack/react-query";
import type { adminLogin } from "@umbral/contract/auth/auth.contract";
import type {
  createPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
} from "@umbral/contract/auth/passkeys.contract";
import type { PasskeyRequest } from "@umbral/contract/lib/passkeys";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { CallRefused } from "../../lib/failures.ts";
import { refresh } from "../../lib/queries.ts";
import type { Credentials } from "./auth.api.ts";
import { makePasskey, requestIn, showPasskey } from "./passkey-device.ts";
import { factorQuery } from "./second-factor.api.ts";

const passkeysQuery = queryOf<typeof listPasskeys>("GET", "/api/user/passkeys");

const logIn = (credentials: Credentials, shown: object) =>
  call<typeof adminLogin>("POST", "/api/{product}/auth/login", {
    body: { ...credentials, cedula: credentials.cedula.trim(), ...shown },
  });

/**
 * Signs an administrator in with their password and a passkey.
 * @param asked what the server asked for, unless an answer to it was sent already: each is good once
 */
export async function signInWithPasskey(credentials: Credentials, asked: PasskeyRequest | undefined) {
  const passkey = await showPasskey(asked ?? (await askAgain(credentials)));
  return logIn(credentials, { passkey });
}

async function askAgain(credentials: Credentials): Promise<PasskeyRequest> {
  const refusal: unknown = await logIn(credentials, {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  const request = refusal instanceof CallRefused ? requestIn(refusal) : undefined;
  if (request === undefined) {
    throw refusal ?? new Error("no passkey is asked for any more");
  }
  return request;
}

export function usePasskeys() {
  return useQuery(passkeysQuery);
}

/** Asks the server for an offer, the device for a key, and the server to keep it. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
      const { creation } = await call<typeof offerPasskey>("POST", "/api/user/passkeys/offer", {
        body: { currentPassword },
      });
      const passkey = await makePasskey(creation);
      return call<typeof createPasskey>("POST", "/api/user/passkeys", { body: { name, passkey } });
    },
    onSuccess: refreshBoth,
  });
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: ({ id, currentPassword }: { id: string; currentPassword: string }) =>
      call<typeof removePasskey>("POST", "/api/user/passkeys/{id}/removal", {
        params: { id },
        body: { currentPassword },
      }),
    onSuccess: refreshBoth,
  });
}

const refreshBoth = (): Promise<void> => refresh(passkeysQuery.queryKey, factorQuery.queryKey);
