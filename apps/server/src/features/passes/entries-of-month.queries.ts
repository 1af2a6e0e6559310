import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { dayOfMonth, inMonth, type LocalMonth, startOfMonth } from "../../platform/local-month.ts";

/** How many people came in by passes each day: everybody of a party, each time that they came. */
export async function countEntriesOfMonth(
  db: Db,
  month: LocalMonth,
): Promise<{ day: number; count: number }[]> {
  return (
    db
      .selectFrom("passes")
      .innerJoin("pass_movements", "pass_movements.pass_id", "passes.id")
      .select([dayOfMonth("at", month).as("day"), sql<number>`sum(people)::int`.as("count")])
      .where("building_id", "=", month.buildingId)
      // By the index: passes that nobody used since are never looked at.
      .where("last_movement_at", ">=", startOfMonth(month))
      .where("kind", "=", "in")
      .where(inMonth("at", month))
      .groupBy("day")
      .execute()
  );
}
