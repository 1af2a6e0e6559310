import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import type { CameToHome } from "./parcel-people.queries.ts";
import { atHomeSince } from "./parcels.queries.ts";

/** Homes are reminded between these hours of their building's clock: [from, until). */
const FROM_HOUR = 8;
const UNTIL_HOUR = 20;
const FIRST_DAYS = 2;
const SECOND_DAYS = 7;

/**
 * Marks parcels whose home is due to be reminded now; whoever marks them tells it, in the same transaction. What another
 * process holds is its own to tell. One that is due twice, because nothing ran for long, is told once. Days count from
 * when a parcel came to its home; that it was received is never later, and is what the index has.
 * @returns a line for each parcel
 */
export async function markReminded(trx: Trx, now: Date, most: number): Promise<CameToHome[]> {
  const { rows } = await sql<CameToHome>`
    with due as (
      select parcels.id from parcels join buildings on buildings.id = parcels.building_id
      where parcels.closed_at is null and parcels.second_reminder_at is null and parcels.apartment_id is not null
        and parcels.received_at <= ${now}::timestamptz - make_interval(days => ${FIRST_DAYS})
        and (${atHomeSince} <= ${now}::timestamptz - make_interval(days => ${SECOND_DAYS})
          or parcels.first_reminder_at is null
            and ${atHomeSince} <= ${now}::timestamptz - make_interval(days => ${FIRST_DAYS}))
        and extract(hour from ${now}::timestamptz at time zone buildings.time_zone) >= ${FROM_HOUR}
        and extract(hour from ${now}::timestamptz at time zone buildings.time_zone) < ${UNTIL_HOUR}
      order by parcels.received_at limit ${most}
      for update of parcels skip locked
    )
    update parcels set
      first_reminder_at = coalesce(first_reminder_at, ${now}),
      second_reminder_at = case
        when ${atHomeSince} <= ${now}::timestamptz - make_interval(days => ${SECOND_DAYS}) then ${now}::timestamptz end
    from due where parcels.id = due.id
    returning parcels.apartment_id as "apartmentId", ${atHomeSince} as since`.execute(trx);
  return rows;
}

/** Names, notes and pictures of what was closed before this are let go. @returns of how many */
export async function letContentsGo(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    update parcels set label_file_id = null, signature_file_id = null, note = null, taken_by = null
    where id in (
      select id from parcels
      where closed_at < ${before}
        and (label_file_id is not null or signature_file_id is not null or note is not null or taken_by is not null)
        and ${isNotHeld("parcels.code_of")}
      limit ${most})
    returning id`.execute(db);
  return rows.length;
}

/** What was closed before this is forgotten. @returns how many */
export async function deleteOld(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    delete from parcels where id in (
      select id from parcels where closed_at < ${before} and ${isNotHeld("parcels.code_of")} limit ${most})
    returning id`.execute(db);
  return rows.length;
}

export async function deleteOldCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("parcel_codes").where("expires_at", "<=", now).execute();
}
