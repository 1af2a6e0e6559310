import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import { type Insertable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Database, Trx } from "../platform/database.ts";
import type { Tables } from "../platform/tables.ts";

/** Has anybody used this database? Demonstration data is only ever put where there is nothing. */
export async function isEmpty(db: Database): Promise<boolean> {
  const [building, user] = await Promise.all([
    db.selectFrom("buildings").select("id").limit(1).executeTakeFirst(),
    db.selectFrom("users").select("id").limit(1).executeTakeFirst(),
  ]);
  return building === undefined && user === undefined;
}

export async function hasDemonstrationAccounts(db: Database): Promise<boolean> {
  const user = await db
    .selectFrom("users")
    .select("id")
    .where("is_demonstration", "=", true)
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

/** The demonstration's buildings with their doors and cameras, and whether a controller has a key there. */
export function findDemonstrationBuildings(db: Database) {
  return db
    .selectFrom("buildings")
    .select((eb) => [
      "buildings.id as id",
      "buildings.name as name",
      eb
        .selectFrom("controllers")
        .whereRef("controllers.building_id", "=", "buildings.id")
        .select("controllers.public_key")
        .orderBy("controllers.created_at")
        .orderBy("controllers.id")
        .limit(1)
        .as("controllerKey"),
      jsonArrayFrom(
        eb
          .selectFrom("doors")
          .whereRef("doors.building_id", "=", "buildings.id")
          .select([
            "doors.id as id",
            "doors.name as name",
            "doors.local_id as localId",
            sql<boolean>`coalesce((doors.reader ->> 'hasKeypad')::boolean, false)`.as("hasKeypad"),
          ])
          .orderBy("doors.local_id"),
      ).as("doors"),
      jsonArrayFrom(
        eb
          .selectFrom("cameras")
          .whereRef("cameras.building_id", "=", "buildings.id")
          .select(["cameras.id as id", "cameras.name as name"])
          .orderBy("cameras.position"),
      ).as("cameras"),
      jsonArrayFrom(
        eb
          .selectFrom("inputs")
          .whereRef("inputs.building_id", "=", "buildings.id")
          .where(sql<string>`inputs.driver ->> 'kind'`, "=", "simulated")
          .where("inputs.kind", "!=", "exit-button")
          .select(["inputs.id as id", "inputs.name as name", "inputs.kind as kind"])
          .orderBy("inputs.name"),
      ).as("inputs"),
    ])
    .where("is_demonstration", "=", true)
    .orderBy("buildings.name")
    .execute();
}

/** The ids of everybody, by cédula. */
export async function findPeople(trx: Trx): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom("users")
    .select(["id", "cedula"])
    .where("user_type", "!=", "HOLDER")
    .$narrowType<{ cedula: string }>()
    .execute();
  return new Map(rows.map(({ id, cedula }) => [cedula, id]));
}

/** The ids of a building's levels, by name. */
export async function findLevels(trx: Trx, buildingId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom("access_levels")
    .select(["id", "name"])
    .where("building_id", "=", buildingId)
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The cards that were seeded and whose they are, by tag. */
export async function findSeededCards(
  trx: Trx,
): Promise<ReadonlyMap<string, { id: string; userId: string }>> {
  const rows = await trx.selectFrom("cards").select(["id", "tag", "user_id as userId"]).execute();
  return new Map(rows.map(({ tag, ...card }) => [tag, card]));
}

type Scene = Extract<CameraSource, { kind: "simulated" }>["scene"];

/** A simulated camera with the door that it looks at. */
export interface SeededCamera {
  id: string;
  name: string;
  scene: Scene;
  doorId: string;
  doorName: string;
  /** Of the door's relay. */
  localId: string;
  timeZone: string;
}

/** The simulated cameras of a building's doors, in their order. */
export async function findSeededCameras(trx: Trx, buildingId: string): Promise<SeededCamera[]> {
  const rows = await trx
    .selectFrom("cameras")
    .innerJoin("door_cameras", "door_cameras.camera_id", "cameras.id")
    .innerJoin("doors", "doors.id", "door_cameras.door_id")
    .innerJoin("buildings", "buildings.id", "cameras.building_id")
    .select([
      "cameras.id as id",
      "cameras.name as name",
      "cameras.source as source",
      "doors.id as doorId",
      "doors.name as doorName",
      "doors.local_id as localId",
      "buildings.time_zone as timeZone",
    ])
    .where("cameras.building_id", "=", buildingId)
    .orderBy("cameras.position")
    .execute();
  return rows.flatMap(({ source, ...camera }) =>
    source.kind === "simulated" ? [{ ...camera, scene: source.scene }] : [],
  );
}

export function newestOpenings(trx: Trx, buildingId: string, most: number) {
  return trx
    .selectFrom("open_door_events")
    .select(["id", "door_id as doorId", "occurred_at as occurredAt"])
    .where("building_id", "=", buildingId)
    .orderBy("occurred_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
}

/** The last ringings at homes of a building, each with one of its calls. */
export function newestRingings(trx: Trx, buildingId: string, most: number) {
  return trx
    .selectFrom("calls")
    .select((eb) => [
      "ringing_id as ringingId",
      eb.fn.min("created_at").as("at"),
      sql<string>`(array_agg(id order by id))[1]`.as("callId"),
    ])
    .where("building_id", "=", buildingId)
    .where("is_to_lobby", "=", false)
    .groupBy("ringing_id")
    .orderBy("at", "desc")
    .limit(most)
    .execute();
}

export async function givePicture(trx: Trx, openingId: string, fileId: string): Promise<void> {
  await trx
    .updateTable("open_door_events")
    .set({ picture_file_id: fileId })
    .where("id", "=", openingId)
    .execute();
}

/** Inserts rows of one table; a table with none to insert is passed over. */
export async function insertRows<Table extends keyof Tables>(
  trx: Trx,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length > 0) {
    await trx.insertInto(table).values(rows).execute();
  }
}
