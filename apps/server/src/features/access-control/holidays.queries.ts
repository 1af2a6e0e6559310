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
