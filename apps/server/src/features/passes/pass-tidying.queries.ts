import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";

/** Codes and pages of passes that were over before this are nobody's any more. */
export async function letCodesGo(db: Db, overBefore: Date): Promise<void> {
  await db
    .updateTable("passes")
    .set({ code_digest: null, secret_digest: null, sealed: null })
    .where("code_digest", "is not", null)
    .where(sql<Date>`least(ends_at, taken_back_at)`, "<", overBefore)
    .execute();
}

/**
 * Who a pass was for is forgotten when nothing happened by it for as long as its building keeps what happened at doors.
 * @returns whose guests went
 */
export async function letGuestsGo(trx: Trx, now: Date): Promise<string[]> {
  const keptSince = sql<Date>`${now}::timestamptz - make_interval(days => buildings.intrusion_retention_days)`;
  const rows = await trx
    .updateTable("passes")
    .from("buildings")
    .set({
      guest_name: null,
      guest_cedula: null,
      guest_phone: null,
      guest_email: null,
      guest_plate: null,
      guest_company: null,
    })
    .whereRef("buildings.id", "=", "passes.building_id")
    .where("passes.guest_name", "is not", null)
    .where(sql<Date>`least(passes.ends_at, passes.taken_back_at)`, "<", keptSince)
    .where((eb) =>
      eb.or([eb("passes.last_movement_at", "is", null), eb("passes.last_movement_at", "<", keptSince)]),
    )
    .where(isNotHeld("passes.made_by"))
    .returning("passes.id as id")
    .execute();
  return rows.map(({ id }) => id);
}
