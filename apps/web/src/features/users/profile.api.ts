import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { currentUser } from "@umbral/contract/auth/auth.contract";
import type {
  changeEmail,
  changePhone,
  changePhoto,
  confirmEmail,
  pendingEmail,
} from "@umbral/contract/users/profile.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { type Sending, upload } from "../../lib/upload.ts";
import { session } from "../../lib/useSession.ts";

type Me = z.output<(typeof currentUser)["reply"]>;

const pendingEmailQuery = queryOf<typeof pendingEmail>("GET", "/api/user/profile/email");

/** Asks, and brings what came back about the person into the session that asked. */
async function changed(ask: Promise<Me>): Promise<void> {
  const token = session.current()?.token ?? "";
  session.refresh(token, await ask);
}

/** Sends a new picture of oneself. */
export const sendPhoto = (photo: File, sending: Sending): Promise<void> =>
  changed(upload<typeof changePhoto>("PUT", "/api/user/profile/photo", { body: { photo }, ...sending }));

export function useChangePhone() {
  return useMutation({
    mutationFn: (body: { phone: string; currentPassword: string }) =>
      changed(call<typeof changePhone>("PUT", "/api/user/profile/phone", { body })),
  });
}

/** The new address that waits to be confirmed, if one does. */
export function usePendingEmail() {
  return useQuery(pendingEmailQuery);
}

export function useChangeEmail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) =>
      call<typeof changeEmail>("PUT", "/api/user/profile/email", { body }),
    onSuccess: (reply) => queries.setQueryData(pendingEmailQuery.queryKey, reply),
  });
}

/** Confirms a new address with the secret of its link. */
export const confirmOwnEmail = (token: string): Promise<void> =>
  changed(call<typeof confirmEmail>("POST", "/api/user/profile/email/confirm", { body: { token } }));
