import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

/** The levels of a building with their hours, and the doors that were chosen for them. */
export function findLevelsToReach(db: Db, buildingId: string) {
  return db
    .selectFrom("access_levels")
    .leftJoin("access_schedules", "access_schedules.id", "access_levels.schedule_id")
    .select((eb) => [
      "access_levels.id as id",
      "access_levels.doors as doors",
      "access_levels.schedule_id as scheduleId",
      "access_schedules.hours as hours",
      "access_schedules.on_holidays as onHolidays",
      "access_levels.passes_locked as passesLocked",
      "access_levels.outlasts_server as outlastsServer",
      eb
        .selectFrom("access_level_doors")
        .whereRef("access_level_doors.level_id", "=", "access_levels.id")
        .select(
          sql<
            string[]
          >`coalesce(array_agg(access_level_doors.door_id::text order by access_level_doors.door_id), '{}')`.as(
            "ids",
          ),
        )
        .as("chosen"),
    ])
    .where("access_levels.building_id", "=", buildingId)
    .execute();
}

/** The doors of a building, by what decides who lives on their way. */
export function findDoorsToReach(db: Db, buildingId: string) {
  return db
    .selectFrom("doors")
    .select(["id", "name", "local_id as localId", "scope", "tower_id as towerId", "floor_id as floorId"])
    .where("building_id", "=", buildingId)
    .orderBy(sql`local_id collate natural_order`)
    .execute();
}
export type DoorToReach = Awaited<ReturnType<typeof findDoorsToReach>>[number];

/** A level in somebody's hands. */
export interface Holding {
  userId: string;
  levelId: string;
  /** Where they live, for a level that asks it; null of both for the common doors alone. */
  towerId: string | null;
  floorId: string | null;
  from: Date | null;
  until: Date | null;
  /** By which of their roles; none for a level that was given to them by name. */
  roles: Role[];
}

/**
 * Who has which levels of a building, by what they are there and by name, now or later. One question for any number
 * of people.
 * @param userIds these alone; everybody when it is left out
 */
export async function findHoldings(
  db: Db,
  { buildingId, userIds, now }: { buildingId: string; userIds: readonly string[] | undefined; now: Date },
): Promise<Holding[]> {
  const among = (column: string) =>
    userIds === undefined ? sql`true` : sql`${sql.ref(column)} = any(${sql.val([...userIds])}::uuid[])`;
  const { rows } = await sql<Holding>`
    with homes as (
      select spaces.user_id, spaces.role, spaces.ends_at, apartments.tower_id, apartments.floor_id
      from ${livingSpaces(now)}
      left join apartments on apartments.id = spaces.apartment_id
      where spaces.building_id = ${buildingId} and ${among("spaces.user_id")}
    ), given as (
      select access_grants.user_id, access_grants.level_id, access_grants.begins_at, access_grants.ends_at,
        access_levels.doors
      from access_grants join access_levels on access_levels.id = access_grants.level_id
      where access_levels.building_id = ${buildingId} and ${among("access_grants.user_id")}
        and (access_grants.ends_at is null or access_grants.ends_at > ${now})
    ), held as (
      select homes.user_id, access_levels.id as level_id,
        case when access_levels.doors = 'way-home' then homes.tower_id end as tower_id,
        case when access_levels.doors = 'way-home' then homes.floor_id end as floor_id,
        null::timestamptz as begins_at, homes.ends_at, homes.role
      from homes
      join access_levels on access_levels.building_id = ${buildingId} and homes.role = any(access_levels.for_roles)
      union all
      select given.user_id, given.level_id, null, null, given.begins_at, given.ends_at, null from given
      union all
      -- the way home by name goes as far as somebody lives there
      select given.user_id, given.level_id, homes.tower_id, homes.floor_id, given.begins_at,
        least(given.ends_at, homes.ends_at), null
      from given join homes on homes.user_id = given.user_id
      where given.doors = 'way-home' and homes.tower_id is not null
    )
    select user_id as "userId", level_id as "levelId", tower_id as "towerId", floor_id as "floorId",
      begins_at as "from", case when bool_and(ends_at is not null) then max(ends_at) end as "until",
      coalesce(array_agg(distinct role) filter (where role is not null), '{}') as "roles"
    from held
    group by user_id, level_id, tower_id, floor_id, begins_at, role is null
    order by user_id, level_id, tower_id nulls first, floor_id`.execute(db);
  return rows;
}
