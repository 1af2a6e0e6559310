import { type NotNull, sql } from "kysely";
import type { Db } from "../../platform/database.ts";

export const findRollCallPlace = (db: Db, buildingId: string) =>
  db
    .selectFrom("buildings")
    .select(["name", "time_zone as timeZone"])
    .where("id", "=", buildingId)
    .executeTakeFirst();

/** Everybody who is inside by a pass, by home. */
export const findAllInside = (db: Db, buildingId: string) =>
  db
    .selectFrom("passes")
    .leftJoin("apartments", "apartments.id", "passes.apartment_id")
    .select([
      "passes.id as id",
      "passes.guest_name as name",
      "apartments.name as home",
      sql<number>`passes.entered - passes.went_out`.as("people"),
      sql<Date | null>`(select max(at) from pass_movements where pass_id = passes.id and kind = 'in')`.as(
        "since",
      ),
      "passes.ends_at as endsAt",
    ])
    .where("passes.building_id", "=", buildingId)
    .where(sql<boolean>`passes.entered > passes.went_out`)
    .orderBy(sql`apartments.name collate natural_order`)
    .orderBy("passes.id")
    .execute();

/** Who came in the evening may be there after midnight. */
const EVENING_HOURS = 12;

/**
 * Whoever was let in by a visit's code on the building's day of `now`, or so many hours before: nobody notes when they go.
 */
export const findLatestVisitors = (db: Db, buildingId: string, now: Date) =>
  db
    .selectFrom("visits")
    .innerJoin("buildings", "buildings.id", "visits.building_id")
    .innerJoin("users", "users.id", "visits.user_id")
    .select(["users.name as name", "visits.authorised_at as since"])
    .where("visits.building_id", "=", buildingId)
    .where("visits.authorised_at", "is not", null)
    .where(
      "visits.authorised_at",
      ">=",
      sql<Date>`least(${now}::timestamptz - make_interval(hours => ${EVENING_HOURS}),
        (${now}::timestamptz at time zone buildings.time_zone)::date::timestamp at time zone buildings.time_zone)`,
    )
    .$narrowType<{ since: NotNull }>()
    .orderBy("visits.authorised_at")
    .execute();

/** Every home, as somebody calls them up: tower by tower. */
export const findHomesToCall = (db: Db, buildingId: string) =>
  db
    .selectFrom("apartments")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .select(["towers.name as tower", "apartments.name as home"])
    .where("apartments.building_id", "=", buildingId)
    .orderBy(sql`towers.name collate natural_order`)
    .orderBy(sql`apartments.name collate natural_order`)
    .execute();
