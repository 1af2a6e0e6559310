import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";

/** Is there a picture of this ringing already? */
export async function hasRingPicture(db: Db, ringingId: string): Promise<boolean> {
  const row = await db
    .selectFrom("ring_pictures")
    .select("ringing_id")
    .where("ringing_id", "=", ringingId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first one of a ringing stays. */
export async function insertRingPicture(
  trx: Trx,
  {
    ringingId,
    callId,
    fileId,
    takenAt,
  }: { ringingId: string; callId: string; fileId: string; takenAt: Date },
): Promise<void> {
  await trx
    .insertInto("ring_pictures")
    .values({ ringing_id: ringingId, call_id: callId, picture_file_id: fileId, taken_at: takenAt })
    .onConflict((conflict) => conflict.column("ringing_id").doNothing())
    .execute();
}

/**
 * They are kept as long as what the building noticed, and while whoever rang with an account of their own is under a legal
 * hold. @returns how many went
 */
export async function deleteOldRingPictures(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ring_pictures using calls, buildings
    where calls.id = ring_pictures.call_id and buildings.id = calls.building_id
      and ring_pictures.taken_at
        <= ${now}::timestamptz - make_interval(days => buildings.intrusion_retention_days)
      and (calls.is_from_lobby or ${isNotHeld("calls.caller_id")})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
