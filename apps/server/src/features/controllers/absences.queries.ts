import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { type LocalMonth, startOfMonth } from "../../platform/local-month.ts";

/** A controller that was silent for longer than this was away; shorter, its line only blinked. In seconds. */
const AWAY_S = 60;
/** Absences are kept this long, for the reports of the last year and the one before. */
const KEPT = "2 years";

/**
 * A controller is here: how long it was not is written down before it counts as seen. Of a time that a restored backup knows
 * nothing of, nothing can be said of it either: an absence ends where that began, and another begins where it ended.
 */
export async function noteArrival(
  db: Db,
  controllerId: string,
  at: Date,
  version: string | undefined,
): Promise<void> {
  await sql`
    with before as (
      select id, building_id, last_seen_at from controllers where id = ${controllerId}
    ), gap as (
      select min(record_gaps.began_at) as began_at, max(record_gaps.ended_at) as ended_at
      from before join record_gaps using (building_id) where record_gaps.ended_at > last_seen_at
    ), old as (
      delete from controller_absences
      where controller_id = ${controllerId} and ended_at < ${at}::timestamptz - ${KEPT}::interval
    ), away as (
      insert into controller_absences (controller_id, building_id, began_at, ended_at)
      select id, building_id, from_at, until_at from before cross join gap cross join lateral (values
        (last_seen_at, coalesce(gap.began_at, ${at}::timestamptz)), (gap.ended_at, ${at}::timestamptz)
      ) absence (from_at, until_at)
      where from_at < until_at - make_interval(secs => ${AWAY_S})
      on conflict do nothing
    )
    update controllers set last_seen_at = ${at}, version = coalesce(${version ?? null}, version)
    where id = ${controllerId}`.execute(db);
}

/** How often and how many minutes each controller was away in a month, up to now. */
export async function findAbsencesOfMonth(
  db: Db,
  month: LocalMonth,
  now: Date,
): Promise<{ name: string; times: number; minutes: number }[]> {
  const { rows } = await sql<{ name: string; times: number; minutes: number }>`
    select name, count(*)::int as times,
      round(sum(extract(epoch from least(ended_at, ${startOfMonth(month, 1)}) - greatest(began_at, ${startOfMonth(month)}))) / 60)::int
        as minutes
    from (
      select controller_id, began_at, ended_at from controller_absences where building_id = ${month.buildingId}
      union all
      select id, from_at, until_at from controllers cross join lateral (
        select min(record_gaps.began_at) as began_at, max(record_gaps.ended_at) as ended_at from record_gaps
        where record_gaps.building_id = controllers.building_id and record_gaps.ended_at > last_seen_at
      ) gap cross join lateral (values
        (last_seen_at, coalesce(gap.began_at, ${now}::timestamptz)), (gap.ended_at, ${now}::timestamptz)
      ) absence (from_at, until_at)
      where building_id = ${month.buildingId} and from_at < until_at - make_interval(secs => ${AWAY_S})
    ) absences
    join controllers on controllers.id = controller_id
    where began_at < ${startOfMonth(month, 1)} and ended_at > ${startOfMonth(month)}
    group by controllers.id, name
    order by minutes desc, name`.execute(db);
  return rows;
}
