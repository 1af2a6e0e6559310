import type { Db } from "../../platform/database.ts";
import { dayOfMonth, inMonth, type LocalMonth } from "../../platform/local-month.ts";

/** How often each door opened and how, and how many opened each day. */
export async function countOpeningsOfMonth(db: Db, month: LocalMonth) {
  const opened = db
    .selectFrom("open_door_events")
    .where("building_id", "=", month.buildingId)
    .where(inMonth("occurred_at", month));
  const doors = await opened
    .select((eb) => ["door_name as name", "origin", eb.fn.countAll<number>().as("count")])
    .groupBy(["door_name", "origin"])
    .orderBy("door_name")
    .orderBy("origin")
    .execute();
  const days = await opened
    .select((eb) => [dayOfMonth("occurred_at", month).as("day"), eb.fn.countAll<number>().as("count")])
    .groupBy("day")
    .execute();
  return { doors, days };
}
