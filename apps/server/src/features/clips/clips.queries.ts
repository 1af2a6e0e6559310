import type { VideoCodec } from "@umbral/contract/cameras/video.contract";
import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { deletePictures } from "../../platform/pictures.queries.ts";

export interface NewClip {
  id: string;
  buildingId: string;
  /** Where it lies. */
  controllerId: string;
  cameraId: string;
  cause: ClipCause;
  causeId: string;
  startedAt: Date;
  endedAt: Date;
  toldAt: Date | null;
  codec: VideoCodec;
  bytes: number;
  sha256: string;
  isWhole: boolean;
}

/**
 * Writes a clip down with the name that its camera has now; one of another building's camera is nobody's here. A camera may
 * be removed before its controller could tell: what it saw is kept as that of every camera that was removed later.
 * @returns whether nobody had told of it before
 */
export async function insertClip(trx: Trx, clip: NewClip): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into clips (id, building_id, controller_id, camera_id, camera_name, cause, cause_id, started_at, ended_at,
      told_at, codec, bytes, sha256, is_whole)
    select ${clip.id}::uuid, ${clip.buildingId}::uuid, ${clip.controllerId}::uuid, cameras.id,
      coalesce(cameras.name, 'Cámara retirada'), ${clip.cause}::text, ${clip.causeId}::uuid,
      ${clip.startedAt}::timestamptz, ${clip.endedAt}::timestamptz, ${clip.toldAt}::timestamptz, ${clip.codec}::text,
      ${clip.bytes}::integer, ${Buffer.from(clip.sha256, "hex")}::bytea, ${clip.isWhole}::boolean
    from (values (${clip.cameraId}::uuid)) as told (camera_id)
    left join cameras on cameras.id = told.camera_id
    where cameras.id is null or cameras.building_id = ${clip.buildingId}
    on conflict (id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** The controller where it lies has it no more; said again it is the first word that holds. */
export async function dropClip(
  trx: Trx,
  dropped: { id: string; controllerId: string; at: Date; why: "age" | "space" | "broken" },
): Promise<void> {
  await trx
    .updateTable("clips")
    .set({ dropped_at: dropped.at, dropped_why: dropped.why })
    .where("id", "=", dropped.id)
    .where("controller_id", "=", dropped.controllerId)
    .where("dropped_at", "is", null)
    .execute();
}

const clipsOf = (db: Db) =>
  db
    .selectFrom("clips")
    .innerJoin("buildings", "buildings.id", "clips.building_id")
    .select([
      "clips.id as id",
      "clips.building_id as buildingId",
      "clips.controller_id as controllerId",
      "clips.camera_id as cameraId",
      "clips.camera_name as cameraName",
      "clips.cause as cause",
      "clips.cause_id as causeId",
      "clips.started_at as startedAt",
      "clips.ended_at as endedAt",
      "clips.told_at as toldAt",
      "clips.codec as codec",
      "clips.bytes as bytes",
      "clips.is_whole as isWhole",
      "clips.fetched_at as fetchedAt",
      "clips.dropped_at as droppedAt",
      "clips.sha256 as sha256",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
    ]);
export type ClipRow = Awaited<ReturnType<typeof findClip>> & object;

export const findClip = (db: Db, buildingId: string, id: string) =>
  clipsOf(db).where("clips.id", "=", id).where("clips.building_id", "=", buildingId).executeTakeFirst();

/** What several cameras saw of one thing, each in its order, at most so many. */
export const findClipsOf = (
  db: Db,
  of: { buildingId: string; cause: ClipCause; causeId: string },
  most: number,
): Promise<ClipRow[]> =>
  clipsOf(db)
    .where("clips.cause_id", "=", of.causeId)
    .where("clips.cause", "=", of.cause)
    .where("clips.building_id", "=", of.buildingId)
    .orderBy("clips.camera_name")
    .orderBy("clips.started_at")
    .orderBy("clips.id")
    .limit(most)
    .execute();

export const findClipsByIds = (db: Db, ids: readonly string[]): Promise<ClipRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : clipsOf(db).where("clips.id", "in", ids).execute();

/**
 * Deletes clips that began longer ago than their building keeps them, the oldest first.
 * @returns how many went, and the files that nothing points at any more
 */
export function deleteOldClips(
  db: Db,
  now: Date,
  most: number,
): Promise<{ count: number; fileIds: string[] }> {
  return db.transaction().execute(async (trx) => {
    const { rows: old } = await sql<{ id: string }>`
      select old.id from buildings
      cross join lateral (
        select id, started_at from clips
        where building_id = buildings.id
          and started_at < ${now}::timestamptz - make_interval(days => buildings.clips_kept_days)
        order by started_at
        limit ${most}
      ) old
      order by old.started_at
      limit ${most}`.execute(trx);
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) {
      return { count: 0, fileIds: [] };
    }
    const fileIds = await removePieces(trx, ids);
    await trx.deleteFrom("clips").where("id", "in", ids).execute();
    return { count: ids.length, fileIds };
  });
}

/** Takes away what is here of these clips. @returns the files whose bytes are to go once that is committed */
export async function removePieces(trx: Trx, clipIds: readonly string[]): Promise<string[]> {
  const pieces = await trx
    .deleteFrom("clip_pieces")
    .where("clip_id", "in", clipIds)
    .returning("file_id as fileId")
    .execute();
  const fileIds = pieces.map(({ fileId }) => fileId);
  await deletePictures(trx, fileIds);
  return fileIds;
}

/** A clip that is here. */
export const findHere = (db: Db, id: string) =>
  db
    .selectFrom("clips")
    .select(["id", "bytes"])
    .where("id", "=", id)
    .where("fetched_at", "is not", null)
    .executeTakeFirst();
