import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** Doors of a building and whose they are, locked when it is a transaction that asks. */
export function findDoorHolders(db: Db, buildingId: string, doorIds: readonly string[], lock = false) {
  return db
    .selectFrom("doors")
    .select(["id", "controller_id as controllerId"])
    .where("building_id", "=", buildingId)
    .where("id", "in", [...doorIds])
    .orderBy("id")
    .$if(lock, (query) => query.forUpdate())
    .execute();
}

export async function giveDoors(trx: Trx, controllerId: string, doorIds: readonly string[]): Promise<void> {
  await trx
    .updateTable("doors")
    .set({ controller_id: controllerId })
    .where("id", "in", [...doorIds])
    .execute();
}

/** Is an order to one of these doors under way? One that is older was left behind by a process that died. */
export async function isOrderUnderWay(db: Db, doorIds: readonly string[], since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("door_orders")
    .select("id")
    .where("door_id", "in", [...doorIds])
    .where("outcome", "is", null)
    .where("issued_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Does one of these doors hang on a board (UHPPOTE) that another controller of the building has as well, for another door of it?
 * What another building wrote down is none of this one's: nobody here could put it right.
 */
export async function isBoardDivided(trx: Trx, doorIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from doors one
    join doors other on other.building_id = one.building_id and other.controller_id <> one.controller_id
      and array[one.relay->>'serial', one.reader->>'serial', one.contact->>'serial']
        && array[other.relay->>'serial', other.reader->>'serial', other.contact->>'serial']
    where one.id = any(${sql.val([...doorIds])}::uuid[])
    limit 1`.execute(trx);
  return rows.length > 0;
}
