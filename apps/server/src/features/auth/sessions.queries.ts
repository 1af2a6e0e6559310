import { sql } from "kysely";
import type { SessionChoice } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";

/** The open sessions of a person, the last used first. */
export function findSessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom("sessions")
    .select((eb) => [
      "id",
      "created_at as createdAt",
      eb.fn.coalesce("last_used_at", "created_at").as("lastUsedAt"),
      "user_agent as userAgent",
    ])
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("lastUsedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Has nobody ended it? */
export async function isOpen(db: Db, sessionId: string): Promise<boolean> {
  const open = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

/** Somebody's password as it is kept; nobody changes it, or ends their sessions, until the transaction ends. */
export async function lockPassword(trx: Trx, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom("users")
    .select("password_hash as passwordHash")
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.passwordHash ?? null;
}

/** Is anybody signed in? */
export async function hasOpenSessions(db: Db, now: Date): Promise<boolean> {
  const open = await db
    .selectFrom("sessions")
    .select("id")
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Remembers that a second factor was shown in this session. */
export async function markSecondFactor(trx: Trx, sessionId: string, at: Date): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ second_factor_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends sessions of a person that nobody has ended. @returns those that ended */
export async function endSessionsOf(
  trx: Trx,
  userId: string,
  which: SessionChoice,
  at: Date,
): Promise<string[]> {
  let update = trx
    .updateTable("sessions")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null);
  if ("only" in which) {
    // One that has run out is not there.
    update = update.where("id", "=", which.only).where("expires_at", ">", at);
  } else if (which.except !== null) {
    update = update.where("id", "!=", which.except);
  }
  return (await update.returning("id").execute()).map(({ id }) => id);
}

/**
 * Forgets sessions that were over before a moment. A shift that ran out stays until it is ended: only then does the logbook
 * say so. Whoever ends some of them just now is not waited for. @returns how many
 */
export async function forgetSessions(
  db: Db,
  of: "people" | "guests",
  { overBefore, most }: { overBefore: Date; most: number },
): Promise<number> {
  const whose =
    of === "guests"
      ? sql`(pass_id is not null or sign_id is not null)`
      : sql`pass_id is null and sign_id is null and (kiosk_id is null or ended_at is not null)`;
  const { rows } = await sql`
    delete from sessions where id in (
      select id from sessions
      where least(ended_at, expires_at) < ${overBefore} and ${whose} and ${isNotHeld("sessions.user_id")}
      limit ${most} for update skip locked)
    returning id`.execute(db);
  return rows.length;
}
