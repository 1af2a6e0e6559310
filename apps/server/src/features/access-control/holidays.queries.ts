import type { Db } from "../../platform/database.ts";

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
