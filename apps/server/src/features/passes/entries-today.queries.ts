import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** The day on which clocks are put back is the longest. */
const LONGEST_DAY_MS = 26 * 3_600_000;

/** How many people came in by passes in each hour of today, by the day of each building. */
export async function countEntriesToday(
  db: Db,
  buildings: Buildings,
  now: Date,
): Promise<{ hour: number; count: number }[]> {
  const longAgo = new Date(now.getTime() - LONGEST_DAY_MS);
  const dayBegins = sql`(${now}::timestamptz at time zone time_zone)::date::timestamp at time zone time_zone`;
  const { rows } = await sql<{ hour: number; count: number }>`
    select extract(hour from at at time zone time_zone)::int as hour, sum(people)::int as count
    from buildings
    -- By the index: passes that nobody used today are never looked at. One bound for all time zones, so that it is known how few.
    join passes on passes.building_id = buildings.id and last_movement_at > ${longAgo}
    join pass_movements on pass_id = passes.id and kind = 'in'
      and at >= ${dayBegins} and at <= ${now}::timestamptz
    where ${within("buildings.id", buildings)}
    group by 1`.execute(db);
  return rows;
}
