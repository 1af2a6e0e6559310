import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** A building's own days, of those from one to another, both counted. @param from `YYYY-MM-DD` */
export function findOwnHolidays(db: Db, buildingId: string, from: string, to: string) {
  return db
    .selectFrom("building_holidays")
    .select(["day", "name"])
    .where("building_id", "=", buildingId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .orderBy("day")
    .execute();
}

/** Where the clocks of these buildings stand, and which of this day and the one before it are their own holidays. */
export async function findCalendars(db: Db, buildingIds: readonly string[], at: Date) {
  const { rows } = await sql<{ buildingId: string; timeZone: string; ownHolidays: string[] }>`
    select buildings.id as "buildingId", buildings.time_zone as "timeZone",
      array(select day::text from building_holidays where building_holidays.building_id = buildings.id
        and day between (${at}::timestamptz at time zone buildings.time_zone)::date - 1
          and (${at}::timestamptz at time zone buildings.time_zone)::date) as "ownHolidays"
    from buildings where buildings.id = any(${[...buildingIds]}::uuid[])`.execute(db);
  return rows;
}

/** Makes a day the building's own, or calls it otherwise. @returns how it was called before */
export async function upsertHoliday(
  trx: Trx,
  buildingId: string,
  day: string,
  name: string,
): Promise<string | undefined> {
  const before = await trx
    .selectFrom("building_holidays")
    .select("name")
    .where("building_id", "=", buildingId)
    .where("day", "=", day)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto("building_holidays")
    .values({ building_id: buildingId, day, name })
    .onConflict((conflict) => conflict.columns(["building_id", "day"]).doUpdateSet({ name }))
    .execute();
  return before?.name;
}

/** @returns how it was called; undefined when it was not the building's own */
export async function removeHoliday(trx: Trx, buildingId: string, day: string): Promise<string | undefined> {
  const removed = await trx
    .deleteFrom("building_holidays")
    .where("building_id", "=", buildingId)
    .where("day", "=", day)
    .returning("name")
    .executeTakeFirst();
  return removed?.name;
}
