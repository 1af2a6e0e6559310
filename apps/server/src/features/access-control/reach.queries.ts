import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { Role } from "@umbral/contract/lib/roles";
import { type RawBuilder, sql } from "kysely";
import { builtOnce } from "../../platform/built-once.ts";
import type { Db } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { livingCardHolders, livingSpaces } from "../spaces/index.ts";

/** A level as it decides who comes in: its hours, and the doors that were chosen for it. */
export interface LevelToReach {
  id: string;
  doors: Tables["access_levels"]["doors"];
  scheduleId: string | null;
  hours: ScheduleHours["hours"] | null;
  onHolidays: ScheduleHours["onHolidays"] | null;
  passesLocked: boolean;
  outlastsServer: boolean;
  chosen: string[];
}

/** What of a building decides, with what somebody has there, where they come in at a moment. */
export interface PlaceToReach {
  timeZone: string;
  /** Of its own holidays those of today and yesterday, whose hours may go on today. `YYYY-MM-DD` */
  ownHolidays: string[];
  levels: LevelToReach[];
  doors: (Pick<DoorToReach, "id" | "localId" | "scope" | "towerId" | "floorId"> & {
    controllerId: string | null;
    /** ISO 8601; null for not. */
    lockedUntil: string | null;
    freeUntil: string | null;
    freeHours: ScheduleHours | null;
  })[];
}

export const findPlaceToReach = async (
  db: Db,
  buildingId: string,
  at: Date,
): Promise<PlaceToReach | undefined> => (await placeToReach(db, { buildingId, at })).rows[0];

const placeToReach = builtOnce(
  { buildingId: "00000000-0000-4000-8000-000000000001", at: new Date(0) },
  (_db, asked) => place(asked),
);

/** The same with what these people have there, in one question: each press of a door asks it. */
export async function findPlaceWithHoldings(
  db: Db,
  asked: { buildingId: string; userIds: readonly string[]; at: Date },
): Promise<(PlaceToReach & { holdings: Holding[] }) | undefined> {
  const [found] = (await placeWithHoldings(db, asked)).rows;
  return (
    found && {
      ...found,
      holdings: found.holdings.map(({ from, until, ...holding }) => ({
        ...holding,
        from: from === null ? null : new Date(from),
        until: until === null ? null : new Date(until),
      })),
    }
  );
}

/** As JSON tells it: times are texts. */
type ToldHolding = Omit<Holding, "from" | "until"> & { from: string | null; until: string | null };

const placeWithHoldings = builtOnce(
  {
    buildingId: "00000000-0000-4000-8000-000000000001",
    userIds: ["00000000-0000-4000-8000-000000000002"] as readonly string[],
    at: new Date(0),
  },
  (_db, { buildingId, userIds, at }) =>
    place<{ holdings: ToldHolding[] }>(
      { buildingId, at },
      sql`, (select coalesce(json_agg(held), '[]') from (${holdings({ buildingId, userIds, now: at })}) held) as "holdings"`,
    ),
);

/** @param beside further columns */
function place<More = unknown>(
  { buildingId, at }: { buildingId: string; at: Date },
  beside: RawBuilder<unknown> = sql``,
): RawBuilder<PlaceToReach & More> {
  return sql<PlaceToReach & More>`
    select buildings.time_zone as "timeZone",
      array(select day::text from building_holidays where building_holidays.building_id = buildings.id
        and day between (${at}::timestamptz at time zone buildings.time_zone)::date - 1
          and (${at}::timestamptz at time zone buildings.time_zone)::date) as "ownHolidays",
      (select coalesce(json_agg(json_build_object(
          'id', levels.id, 'doors', levels.doors, 'scheduleId', levels.schedule_id, 'hours', schedules.hours,
          'onHolidays', schedules.on_holidays, 'passesLocked', levels.passes_locked,
          'outlastsServer', levels.outlasts_server,
          'chosen', array(select door_id from access_level_doors where level_id = levels.id))), '[]')
        from access_levels levels left join access_schedules schedules on schedules.id = levels.schedule_id
        where levels.building_id = buildings.id) as "levels",
      (select coalesce(json_agg(json_build_object('id', doors.id, 'localId', doors.local_id, 'scope', doors.scope,
          'controllerId', doors.controller_id,
          'lockedUntil', doors.locked_until, 'freeUntil', doors.free_until,
          'freeHours', case when free.id is not null then
            json_build_object('hours', free.hours, 'onHolidays', free.on_holidays) end,
          'towerId', doors.tower_id, 'floorId', doors.floor_id) order by doors.local_id collate natural_order), '[]')
        from doors left join access_schedules free on free.id = doors.free_schedule_id
        where doors.building_id = buildings.id) as "doors"${beside}
    from buildings where buildings.id = ${buildingId}`;
}

/** The doors of a building with their names, by their numbers. */
export function findDoorsToReach(db: Db, buildingId: string) {
  return db
    .selectFrom("doors")
    .select([
      "id",
      "name",
      "local_id as localId",
      "scope",
      "tower_id as towerId",
      "floor_id as floorId",
      "locked_until as lockedUntil",
      "free_until as freeUntil",
      "free_schedule_id as freeScheduleId",
    ])
    .where("building_id", "=", buildingId)
    .orderBy(sql`local_id collate natural_order`)
    .execute();
}
/** Has a board (UHPPOTE) both this door's relay and its reader? Then it decides while the controller is away. */
export async function isOnBoard(db: Db, doorId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from doors where id = ${doorId} and relay->>'kind' = 'uhppote' and reader->>'kind' = 'uhppote'`.execute(
    db,
  );
  return rows.length > 0;
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
export async function findHoldings(db: Db, asked: HoldingsAsked): Promise<Holding[]> {
  return (await holdings(asked).execute(db)).rows;
}

interface HoldingsAsked {
  buildingId: string;
  /** Undefined for everybody. */
  userIds: readonly string[] | undefined;
  now: Date;
}

function holdings({ buildingId, userIds, now }: HoldingsAsked): RawBuilder<Holding> {
  const among = (column: string) =>
    userIds === undefined ? sql`true` : sql`${sql.ref(column)} = any(${sql.val(userIds)}::uuid[])`;
  return sql<Holding>`
    with homes as (
      select spaces.user_id, spaces.role, null::timestamptz as begins_at, spaces.ends_at,
        apartments.tower_id, apartments.floor_id
      from ${livingSpaces(now)}
      left join apartments on apartments.id = spaces.apartment_id
      where spaces.building_id = ${buildingId} and ${among("spaces.user_id")}
      union all
      -- without an account, and so without a role: they have what was given to them by name
      select card_holders.user_id, null, card_holders.begins_at, card_holders.ends_at,
        apartments.tower_id, apartments.floor_id
      from ${livingCardHolders(now)}
      left join apartments on apartments.id = card_holders.apartment_id
      where card_holders.building_id = ${buildingId} and ${among("card_holders.user_id")}
    ), stays as (
      select user_id, case when bool_and(begins_at is not null) then min(begins_at) end as begins_at,
        case when bool_and(ends_at is not null) then max(ends_at) end as ends_at
      from homes group by user_id
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
      -- by name, and only for as long as they are anything there: who moves out comes in nowhere
      select given.user_id, given.level_id, null, null, greatest(given.begins_at, stays.begins_at),
        least(given.ends_at, stays.ends_at), null
      from given join stays on stays.user_id = given.user_id
      union all
      -- the way home by name goes as far as somebody lives there
      select given.user_id, given.level_id, homes.tower_id, homes.floor_id,
        greatest(given.begins_at, homes.begins_at), least(given.ends_at, homes.ends_at), null
      from given join homes on homes.user_id = given.user_id
      where given.doors = 'way-home' and homes.tower_id is not null
    )
    select user_id as "userId", level_id as "levelId", tower_id as "towerId", floor_id as "floorId",
      begins_at as "from", case when bool_and(ends_at is not null) then max(ends_at) end as "until",
      coalesce(array_agg(distinct role) filter (where role is not null), '{}') as "roles"
    from held
    group by user_id, level_id, tower_id, floor_id, begins_at, role is null
    order by user_id, level_id, tower_id nulls first, floor_id`;
}
