import { sql } from "kysely";
import { builtOnce } from "../../platform/built-once.ts";
import type { Db } from "../../platform/database.ts";

/** The cameras of a door, in their order, for a question that has the table of doors. */
const camerasOfDoor = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', cameras.id, 'name', cameras.name)
    order by door_cameras.position, cameras.id), '[]')
  from door_cameras join cameras on cameras.id = door_cameras.camera_id
  where door_cameras.door_id = doors.id)`;

/** Doors with their places on the plan and their cameras, in the plan's order: for more to be asked of them. */
export const doorsOnPlan = (db: Db) =>
  db
    .selectFrom("doors")
    .innerJoin("towers", "towers.id", "doors.tower_id")
    .innerJoin("floors", "floors.id", "doors.floor_id")
    .select([
      "doors.id as id",
      "doors.name as name",
      "doors.local_id as localId",
      "doors.scope as scope",
      "doors.controller_id as controllerId",
      "doors.plan_left as left",
      "doors.plan_top as top",
      "towers.id as towerId",
      "towers.name as towerName",
      "floors.id as floorId",
      "floors.name as floorName",
      camerasOfDoor.as("cameras"),
    ])
    .orderBy(sql`doors.local_id collate natural_order`);

/**
 * When the relay of a door was last told to move and did not, unless the door has opened since, for a question that has
 * the table of doors.
 */
const jammedSince = sql<Date | null>`(
  select last.issued_at from (
    select issued_at, outcome from door_orders
    where door_id = doors.id and outcome is not null
    order by issued_at desc limit 1
  ) last
  where last.outcome = 'failed' and not exists (
    select from open_door_events
    where door_id = doors.id and occurred_at > last.issued_at and is_certain
  ))`;

/** The doors of a building, with how each is now, and which of them this person wants first. One question. */
export const findDoors = async (db: Db, buildingId: string, userId: string) =>
  (await doorsOfBuilding(db, { buildingId, userId })).rows;

/** Of every first screen. */
const doorsOfBuilding = builtOnce(
  {
    buildingId: "00000000-0000-4000-8000-000000000001",
    userId: "00000000-0000-4000-8000-000000000002",
  },
  (db, { buildingId, userId }) =>
    doorsOnPlan(db)
      .leftJoin("controllers", "controllers.id", "doors.controller_id")
      .leftJoin("door_leaves", "door_leaves.door_id", "doors.id")
      .leftJoin("favourite_doors", (join) =>
        join.onRef("favourite_doors.door_id", "=", "doors.id").on("favourite_doors.user_id", "=", userId),
      )
      .select((eb) => [
        "doors.relay as relay",
        eb("doors.reader", "is not", null).as("hasReader"),
        eb
          .selectFrom("door_free_periods")
          .whereRef("door_free_periods.door_id", "=", "doors.id")
          .where("ended_at", "is", null)
          .select("origin")
          .orderBy("began_at", "desc")
          .limit(1)
          .as("freeBy"),
        "controllers.last_seen_at as lastSeenAt",
        "door_leaves.leaf as leaf",
        "door_leaves.since as leafSince",
        jammedSince.as("jammedSince"),
        eb("favourite_doors.door_id", "is not", null).as("isFavourite"),
      ])
      .where("doors.building_id", "=", buildingId),
);

/** The names of those doors of a building that are jammed. */
export async function findJammed(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("doors")
    .select("name")
    .where("building_id", "=", buildingId)
    .where(jammedSince, "is not", null)
    .orderBy(sql`local_id collate natural_order`)
    .execute();
  return rows.map(({ name }) => name);
}

/** A door of a building by its whole localId or by its id. */
export function findDoor(db: Db, buildingId: string, door: string) {
  return db
    .selectFrom("doors")
    .select(["id", "controller_id as controllerId"])
    .where("building_id", "=", buildingId)
    .where((eb) => eb.or([eb("local_id", "=", door), eb(sql`id::text`, "=", door.toLowerCase())]))
    .executeTakeFirst();
}

export const findBuildingOfDoor = async (db: Db, id: string): Promise<string | undefined> =>
  (await buildingOfDoor(db, { id })).rows[0]?.building_id;

/** Of each request that names one. */
const buildingOfDoor = builtOnce({ id: "00000000-0000-4000-8000-000000000001" }, (db, { id }) =>
  db.selectFrom("doors").select("building_id").where("id", "=", id),
);
