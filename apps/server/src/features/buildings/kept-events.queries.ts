import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { type LocalMonth, startOfMonth } from "../../platform/local-month.ts";

/** From when on a building's readings and intrusions are still kept; null when that is before this month. */
export async function eventsKeptFrom(db: Db, month: LocalMonth, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ from: Date }>`
    select ${now}::timestamptz - make_interval(days => intrusion_retention_days) as "from" from buildings
    where id = ${month.buildingId}
      and ${now}::timestamptz - make_interval(days => intrusion_retention_days) > ${startOfMonth(month)}`.execute(
    db,
  );
  return rows[0]?.from ?? null;
}
