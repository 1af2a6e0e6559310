import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { deletePictures } from "../../platform/pictures.queries.ts";

export interface NewIntrusion {
  id: string;
  buildingId: string;
  kind: IntrusionKind;
  cameraId: string | null;
  doorId: string | null;
  inputId: string | null;
  startedAt: Date;
  /** What the controller said, where that cannot be. */
  toldAt: Date | null;
}

/**
 * Writes down an intrusion with the names that its camera, its door and its input have now, if they are this building's.
 * @returns whether nobody had told of it before
 */
export async function insertIntrusion(trx: Trx, intrusion: NewIntrusion): Promise<boolean> {
  const { buildingId } = intrusion;
  const ofCamera = (column: "id" | "name") => sql`(select ${sql.ref(column)} from cameras
      where id = ${intrusion.cameraId}::uuid and building_id = ${buildingId}::uuid)`;
  const ofDoor = (column: "id" | "name") => sql`(select ${sql.ref(column)} from doors
      where id = ${intrusion.doorId}::uuid and building_id = ${buildingId}::uuid)`;
  const ofInput = (column: "id" | "name") => sql`(select ${sql.ref(column)} from inputs
      where id = ${intrusion.inputId}::uuid and building_id = ${buildingId}::uuid)`;
  const { numAffectedRows } = await sql`
    insert into intrusion_events
      (id, building_id, kind, camera_id, camera_name, door_id, door_name, input_id, input_name, started_at, told_at)
    values (
      ${intrusion.id}, ${buildingId}, ${intrusion.kind},
      ${ofCamera("id")}, ${ofCamera("name")}, ${ofDoor("id")}, ${ofDoor("name")},
      ${ofInput("id")}, ${ofInput("name")},
      ${intrusion.startedAt}, ${intrusion.toldAt}::timestamptz)
    on conflict (id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends an intrusion, once. A wall clock that was set back ends it when it began. */
export async function endIntrusion(
  trx: Trx,
  { id, buildingId, endedAt }: { id: string; buildingId: string; endedAt: Date },
): Promise<void> {
  await trx
    .updateTable("intrusion_events")
    .set({ ended_at: sql<Date>`greatest(started_at, ${endedAt}::timestamptz)` })
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where("ended_at", "is", null)
    .execute();
}

/** Is there this intrusion in this building, without a picture in this place yet? */
export async function lacksPicture(
  trx: Trx,
  { id, buildingId, position }: { id: string; buildingId: string; position: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom("intrusion_events")
    .select("id")
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("intrusion_pictures")
            .select("event_id")
            .where("event_id", "=", id)
            .where("position", "=", position),
        ),
      ),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The controller sent something as a picture of this intrusion that is none. */
export async function markBrokenPicture(trx: Trx, buildingId: string, id: string): Promise<void> {
  await trx
    .updateTable("intrusion_events")
    .set({ has_broken_picture: true })
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .execute();
}

export async function insertIntrusionPicture(
  trx: Trx,
  picture: { eventId: string; position: number; fileId: string; takenAt: Date },
): Promise<void> {
  await trx
    .insertInto("intrusion_pictures")
    .values({
      event_id: picture.eventId,
      position: picture.position,
      file_id: picture.fileId,
      taken_at: picture.takenAt,
    })
    .execute();
}

/**
 * Deletes intrusions that began longer ago than their building keeps them, the oldest first.
 * @returns how many went, and the pictures that nothing points at any more
 */
export async function deleteOldIntrusions(
  db: Db,
  now: Date,
  most: number,
): Promise<{ count: number; fileIds: string[] }> {
  return db.transaction().execute(async (trx) => {
    const { rows: old } = await sql<{ id: string }>`
      select old.id from buildings
      cross join lateral (
        select id, started_at from intrusion_events
        where building_id = buildings.id
          and started_at < ${now}::timestamptz - make_interval(days => buildings.intrusion_retention_days)
        order by started_at
        limit ${most}
      ) old
      order by old.started_at
      limit ${most}`.execute(trx);
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) {
      return { count: 0, fileIds: [] };
    }
    const pictures = await trx
      .deleteFrom("intrusion_pictures")
      .where("event_id", "in", ids)
      .returning("file_id as fileId")
      .execute();
    await trx.deleteFrom("intrusion_events").where("id", "in", ids).execute();
    const fileIds = pictures.map(({ fileId }) => fileId);
    await deletePictures(trx, fileIds);
    return { count: ids.length, fileIds };
  });
}
