import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** How many visits were let in in each hour of today, by the day of each building. */
export async function countVisitsToday(
  db: Db,
  buildings: Buildings,
  now: Date,
): Promise<{ hour: number; count: number }[]> {
  const { rows } = await sql<{ hour: number; count: number }>`
    select extract(hour from authorised_at at time zone time_zone)::int as hour, count(*)::int as count
    from buildings
    join visits on visits.building_id = buildings.id
      and visits.day = (${now}::timestamptz at time zone time_zone)::date
      and authorised_at is not null
    where ${within("buildings.id", buildings)}
    group by 1`.execute(db);
  return rows;
}
