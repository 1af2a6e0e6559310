import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { dayOfMonth, inMonth, type LocalMonth, startOfMonth } from "../../platform/local-month.ts";

/** Codes that were asked for, visits that were let in, and how many each day. */
export async function countVisitsOfMonth(db: Db, month: LocalMonth) {
  const { rows } = await sql<{ asked: number; authorised: number }>`
    select count(*)::int as asked, count(authorised_at)::int as authorised from visits
    where building_id = ${month.buildingId}
      and day >= ${`${month.month}-01`}::date and day < ${`${month.month}-01`}::date + interval '1 month'`.execute(
    db,
  );
  const days = await db
    .selectFrom("visits")
    .select((eb) => [dayOfMonth("authorised_at", month).as("at"), eb.fn.countAll<number>().as("count")])
    .where("building_id", "=", month.buildingId)
    // The index is by the day that a code holds for: it is let in on that day.
    .where("day", ">=", sql<string>`${`${month.month}-01`}::date`)
    .where("day", "<", sql<string>`(${startOfMonth(month, 1)} at time zone ${month.timeZone})::date`)
    .where(inMonth("authorised_at", month))
    .groupBy("at")
    .execute();
  return {
    ...(rows[0] ?? { asked: 0, authorised: 0 }),
    days: days.map(({ at, count }) => ({ day: at, count })),
  };
}
