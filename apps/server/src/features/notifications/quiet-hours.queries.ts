import type { QuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import { type Insertable, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

export async function findQuietHours(db: Db, userId: string): Promise<QuietHours | null> {
  const row = await db
    .selectFrom("quiet_hours")
    .select("hours")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.hours ?? null;
}

/** Of these people, those who have any. */
export function findQuietHoursOf(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom("quiet_hours")
    .select(["user_id as userId", "hours"])
    .where("user_id", "=", sql<string>`any(${userIds})`)
    .execute();
}

export async function setQuietHours(trx: Trx, userId: string, quiet: QuietHours | null): Promise<void> {
  if (quiet === null) {
    await trx.deleteFrom("quiet_hours").where("user_id", "=", userId).execute();
    return;
  }
  const hours = JSON.stringify(quiet);
  await trx
    .insertInto("quiet_hours")
    .values({ user_id: userId, hours })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hours }))
    .execute();
}

export async function insertHeld(
  trx: Trx,
  notices: readonly Insertable<Tables["held_notices"]>[],
): Promise<void> {
  await trx.insertInto("held_notices").values(notices).execute();
}

/** What waits for somebody is looked at anew: their hours are others now. */
export async function letHeldOfCome(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.updateTable("held_notices").set({ due_at: now }).where("user_id", "=", userId).execute();
}

/** When the next of what waits for somebody is due. */
export async function nextHeldUntil(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("held_notices")
    .select((eb) => eb.fn.min("due_at").as("at"))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Whose notices waited for long enough; those that another process has in hand are not among them. */
export async function lockPeopleWithDue(trx: Trx, now: Date, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("held_notices")
    .select("user_id as userId")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}

/** Takes out what waits for these people, the oldest first. */
export async function takeHeldOf(trx: Trx, userIds: readonly string[]) {
  const rows = await trx
    .deleteFrom("held_notices")
    .where("user_id", "=", sql<string>`any(${userIds})`)
    .returning(["id", "user_id as userId", "words", "created_at as createdAt"])
    .execute();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** What waits for these people waits until then, each until their own. */
export async function holdLonger(trx: Trx, untils: ReadonlyMap<string, Date>): Promise<void> {
  await sql`update held_notices set due_at = longer.until
    from unnest(${[...untils.keys()]}::uuid[], ${[...untils.values()]}::timestamptz[]) as longer (user_id, until)
    where held_notices.user_id = longer.user_id`.execute(trx);
}
