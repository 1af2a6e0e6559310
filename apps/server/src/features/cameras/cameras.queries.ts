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

export async function isCameraOf(db: Db, buildingId: string, cameraId: string): Promise<boolean> {
  const row = await db
    .selectFrom("cameras")
    .select("id")
    .where("id", "=", cameraId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCameraIds(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db.selectFrom("cameras").select("id").where("building_id", "=", buildingId).execute();
  return rows.map(({ id }) => id);
}

/** When the building's controller was last heard of; null for never. */
export async function findLastSeen(db: Db, buildingId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("controllers")
    .select("last_seen_at")
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row?.last_seen_at ?? null;
}

export async function findBuildingOfCamera(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("cameras").select("building_id").where("id", "=", id).executeTakeFirst();
  return row?.building_id;
}
