import type { FreeOrigin } from "@umbral/contract/doors/door-modes.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** A door's mode and its relay, held until the transaction ends. */
export function lockMode(trx: Trx, id: string) {
  return trx
    .selectFrom("doors")
    .select([
      "id",
      "building_id as buildingId",
      "local_id as localId",
      "relay",
      "locked_until as lockedUntil",
      "free_until as freeUntil",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateMode(
  trx: Trx,
  id: string,
  { lockedUntil, freeUntil }: { lockedUntil: Date | null; freeUntil: Date | null },
): Promise<void> {
  await trx
    .updateTable("doors")
    .set({ locked_until: lockedUntil, free_until: freeUntil })
    .where("id", "=", id)
    .execute();
}

/**
 * A controller says that a door of its building is free. Nothing for a door that is gone, or of another building. What one tells
 * late of a door that is another's by now was over when it was moved at the latest, and says nothing of how the door is.
 */
export async function insertFreePeriod(
  trx: Trx,
  period: {
    id: string;
    buildingId: string;
    doorId: string;
    controllerId: string;
    origin: FreeOrigin;
    at: Date;
    now: Date;
  },
): Promise<void> {
  const { id, buildingId, doorId, controllerId, origin, at, now } = period;
  // A controller that lost its memory never told the end of an earlier one: a door is free once.
  await sql`
    update door_free_periods set ended_at = greatest(began_at, ${at})
    from doors where doors.id = door_id and controller_id = ${controllerId}
      and door_id = ${doorId} and door_free_periods.building_id = ${buildingId} and door_free_periods.id <> ${id}
      and ended_at is null`.execute(trx);
  await sql`
    insert into door_free_periods (id, building_id, door_id, origin, began_at, ended_at)
    select ${id}, building_id, id, ${origin}, ${at},
      case when controller_id = ${controllerId} then null else greatest(${at}::timestamptz, ${now}) end
    from doors where id = ${doorId} and building_id = ${buildingId}
    on conflict (id) do nothing`.execute(trx);
}

/** One that was taken for ended because its controller did not name it ended when the controller says, if that is before. */
export async function endFreePeriod(trx: Trx, buildingId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("door_free_periods")
    .set({ ended_at: at })
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">", at)]))
    .execute();
}

/** These doors are held free by nobody from then on. */
export async function endFreePeriodsAt(trx: Trx, doorIds: readonly string[], at: Date): Promise<void> {
  await sql`
    update door_free_periods set ended_at = greatest(began_at, ${at})
    where door_id = any(${sql.val([...doorIds])}::uuid[]) and ended_at is null`.execute(trx);
}

/** Of a controller's doors these times go on and no other. @returns whether one of them ended by that */
export async function endOtherFreePeriods(
  db: Db,
  controllerId: string,
  goOn: readonly string[],
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("door_free_periods")
    .set({ ended_at: sql`greatest(began_at, ${at})` })
    .where("ended_at", "is", null)
    .where("door_id", "in", (eb) =>
      eb.selectFrom("doors").select("id").where("controller_id", "=", controllerId),
    )
    .where(sql<boolean>`id <> all(${goOn}::uuid[])`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
