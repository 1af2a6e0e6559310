import { SIGN_SESSION_MS } from "@umbral/contract/entrance-sign/sign-page.contract";
import { GUEST_SESSION_MS } from "@umbral/contract/passes/guest-page.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { insertSession, type NewSession } from "./auth.queries.ts";

type Session = Promise<{ id: string; createdAt: Date; expiresAt: Date }>;
type Makes = Pick<Services, "newId" | "clock">;

/** Opens a session of a pass's guest: no use of it makes it longer. */
export const openGuestSession = (
  services: Makes,
  trx: Trx,
  { passId, userId, userAgent }: { passId: string; userId: string; userAgent: string },
): Session => openFor(services, trx, { userId, userAgent, of: { passId } }, GUEST_SESSION_MS);

/** Opens a session of who stands before a sign: no use of it makes it longer, and what they opened it with is kept by nothing. */
export const openSignSession = (
  services: Makes,
  trx: Trx,
  { signId, userId }: { signId: string; userId: string },
): Session => openFor(services, trx, { userId, userAgent: "", of: { signId } }, SIGN_SESSION_MS);

async function openFor(
  { newId, clock }: Makes,
  trx: Trx,
  whose: Pick<NewSession, "userId" | "userAgent" | "of">,
  lastsMs: number,
): Session {
  const createdAt = clock.now();
  const session = { id: newId(), createdAt, expiresAt: new Date(createdAt.getTime() + lastsMs) };
  await insertSession(trx, { ...session, ...whose });
  return session;
}
