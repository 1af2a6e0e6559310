import { SIGN_SESSION_MS } from "@umbral/contract/entrance-sign/sign-page.contract";
import { GUEST_SESSION_MS } from "@umbral/contract/passes/guest-page.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { insertGuestSession, insertSignSession } from "./guest-sessions.queries.ts";

/** Opens a session of a pass's guest: no use of it makes it longer. */
export async function openGuestSession(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  guest: { passId: string; userId: string; userAgent: string },
): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
  const createdAt = clock.now();
  const session = {
    id: newId(),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + GUEST_SESSION_MS),
  };
  await insertGuestSession(trx, { ...session, ...guest });
  return session;
}

/** Opens a session of who stands before a sign: no use of it makes it longer. */
export async function openSignSession(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  visitor: { signId: string; userId: string },
): Promise<{ id: string; createdAt: Date; expiresAt: Date }> {
  const createdAt = clock.now();
  const session = { id: newId(), createdAt, expiresAt: new Date(createdAt.getTime() + SIGN_SESSION_MS) };
  await insertSignSession(trx, { ...session, ...visitor });
  return session;
}
