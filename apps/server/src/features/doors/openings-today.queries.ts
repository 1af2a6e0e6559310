import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** How many doors opened in each hour of today, by the day of each building. */
export async function countOpeningsToday(
  db: Db,
  buildings: Buildings,
  now: Date,
): Promise<{ hour: number; count: number }[]> {
  const { rows } = await sql<{ hour: number; count: number }>`
    select extract(hour from occurred_at at time zone time_zone)::int as hour, count(*)::int as count
    from buildings
    join open_door_events on open_door_events.building_id = buildings.id
      and occurred_at >= (${now}::timestamptz at time zone time_zone)::date::timestamp at time zone time_zone
      and occurred_at <= ${now}::timestamptz
    where ${within("buildings.id", buildings)}
    group by 1`.execute(db);
  return rows;
}
