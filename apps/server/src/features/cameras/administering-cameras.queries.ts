import type { CameraChange, CameraFields } from "@umbral/contract/cameras/administering-cameras.contract";
import { sql } from "kysely";
import { selectOf, toColumns } from "../../platform/columns.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { asJson } from "../../platform/json-column.ts";
import type { Tables } from "../../platform/tables.ts";

/** Where the form's fields are kept; whose it is has its own rules. A field that stands not here does not compile. */
const formColumns = {
  name: "name",
  source: "source",
  framesPerSecond: "frames_per_second",
  width: "width",
  motion: "motion",
} as const satisfies Record<Exclude<keyof CameraFields, "controllerId">, keyof Tables["cameras"]>;

/** Cameras of a building, or one, with the doors that use them. One question. */
export function findCameraSettings(db: Db, which: { buildingId: string } | { id: string }) {
  return db
    .selectFrom("cameras")
    .select((eb) => [
      "cameras.id as id",
      "cameras.controller_id as controllerId",
      ...selectOf("cameras", formColumns),
      eb
        .selectFrom("door_cameras")
        .innerJoin("doors", "doors.id", "door_cameras.door_id")
        .whereRef("door_cameras.camera_id", "=", "cameras.id")
        .select(
          sql<{ id: string; name: string }[]>`coalesce(json_agg(
            json_build_object('id', doors.id, 'name', doors.name) order by doors.name), '[]')`.as("doors"),
        )
        .as("doors"),
    ])
    .$if("buildingId" in which, (query) =>
      query.where("building_id", "=", "buildingId" in which ? which.buildingId : ""),
    )
    .$if("id" in which, (query) => query.where("id", "=", "id" in which ? which.id : ""))
    .orderBy("position")
    .orderBy("id")
    .execute();
}
export type CameraRow = Awaited<ReturnType<typeof findCameraSettings>>[number];

export function lockCamera(trx: Trx, id: string) {
  return trx
    .selectFrom("cameras")
    .select(["id", "building_id as buildingId", "source"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedCamera = NonNullable<Awaited<ReturnType<typeof lockCamera>>>;

/** What is kept of a camera's address, if it is this building's. */
export async function findSource(db: Db, buildingId: string, cameraId: string) {
  const row = await db
    .selectFrom("cameras")
    .select("source")
    .where("id", "=", cameraId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row?.source ?? null;
}

/**
 * Puts a camera after the others of its building.
 * @param camera its source is closed
 */
export async function insertCamera(
  trx: Trx,
  camera: Omit<CameraFields, "controllerId" | "source"> & {
    id: string;
    buildingId: string;
    source: string;
    controllerId: string | null;
  },
): Promise<void> {
  await trx
    .insertInto("cameras")
    .values((eb) => ({
      id: camera.id,
      building_id: camera.buildingId,
      controller_id: camera.controllerId,
      ...toColumns(formColumns, { ...camera, motion: asJson(camera.motion) }),
      position: eb
        .selectFrom("cameras as others")
        .where("others.building_id", "=", camera.buildingId)
        .select(sql<number>`coalesce(max(position), -1) + 1`.as("next")),
    }))
    .execute();
}

/** @param change a source in it is closed */
export async function updateCamera(
  trx: Trx,
  id: string,
  change: Omit<CameraChange, "source"> & { source?: string },
): Promise<void> {
  await trx
    .updateTable("cameras")
    .set({ id, ...toColumns(formColumns, { ...change, motion: asJson(change.motion) }) })
    .where("id", "=", id)
    .execute();
}

/** Cameras of a building and whose they are, locked when it is a transaction that asks. */
export function findCameraHolders(db: Db, buildingId: string, cameraIds: readonly string[], lock = false) {
  return db
    .selectFrom("cameras")
    .select(["id", "controller_id as controllerId"])
    .where("building_id", "=", buildingId)
    .where("id", "in", [...cameraIds])
    .orderBy("id")
    .$if(lock, (query) => query.forUpdate())
    .execute();
}

export async function giveCamerasTo(
  trx: Trx,
  controllerId: string,
  cameraIds: readonly string[],
): Promise<void> {
  await trx
    .updateTable("cameras")
    .set({ controller_id: controllerId })
    .where("id", "in", [...cameraIds])
    .execute();
}

export async function isCameraUsed(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("door_cameras")
    .select("door_id")
    .where("camera_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeCamera(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("cameras").where("id", "=", id).execute();
}
