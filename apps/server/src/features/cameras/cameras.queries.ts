import { builtOnce } from "../../platform/built-once.ts";
import type { Db } from "../../platform/database.ts";

export function findCameras(db: Db, buildingId: string) {
  return db
    .selectFrom("cameras")
    .select((eb) => [
      "id",
      "name",
      eb
        .selectFrom("door_cameras")
        .whereRef("door_cameras.camera_id", "=", "cameras.id")
        .select("door_id")
        .limit(1)
        .as("doorId"),
    ])
    .where("building_id", "=", buildingId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** A camera of a building, and whose it is. */
export function findCamera(db: Db, buildingId: string, cameraId: string) {
  return db
    .selectFrom("cameras")
    .select(["id", "controller_id as controllerId"])
    .where("id", "=", cameraId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
}

/** The cameras of a building, or of one of its controllers. */
export async function findCameraIds(
  db: Db,
  of: { buildingId: string } | { controllerId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("cameras")
    .select("id")
    .where((eb) =>
      "buildingId" in of ? eb("building_id", "=", of.buildingId) : eb("controller_id", "=", of.controllerId),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** When a controller was last heard of; null for never. */
export async function findLastSeen(db: Db, controllerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("controllers")
    .select("last_seen_at")
    .where("id", "=", controllerId)
    .executeTakeFirst();
  return row?.last_seen_at ?? null;
}

export const findBuildingOfCamera = async (db: Db, id: string): Promise<string | undefined> =>
  (await buildingOfCamera(db, { id })).rows[0]?.building_id;

/** Of each request that names one. */
const buildingOfCamera = builtOnce({ id: "00000000-0000-4000-8000-000000000001" }, (db, { id }) =>
  db.selectFrom("cameras").select("building_id").where("id", "=", id),
);
