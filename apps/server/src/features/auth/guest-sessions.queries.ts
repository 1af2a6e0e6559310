import type { Trx } from "../../platform/database.ts";

/** A session of a pass's guest. */
export async function insertGuestSession(
  trx: Trx,
  session: {
    id: string;
    passId: string;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
    userAgent: string;
  },
): Promise<void> {
  await trx
    .insertInto("sessions")
    .values({
      id: session.id,
      pass_id: session.passId,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      last_used_at: session.createdAt,
      user_agent: session.userAgent,
    })
    .execute();
}

/** A session of who stands before a sign. What they opened it with is kept by nothing. */
export async function insertSignSession(
  trx: Trx,
  session: { id: string; signId: string; userId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto("sessions")
    .values({
      id: session.id,
      sign_id: session.signId,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      last_used_at: session.createdAt,
      user_agent: "",
    })
    .execute();
}
