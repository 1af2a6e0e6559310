import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import { CLIP_BEFORE_MS } from "@umbral/contract/clips/clip-wire.contract";
import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** A camera and the day that is asked for, by its building's clock; undefined without such a camera. */
export async function findDay(db: Db, cameraId: string, asked: { date: string | undefined; now: Date }) {
  const date = sql<string>`coalesce(${asked.date ?? null}::date, (${asked.now}::timestamptz at time zone buildings.time_zone)::date)`;
  return db
    .selectFrom("cameras")
    .innerJoin("buildings", "buildings.id", "cameras.building_id")
    .select([
      "cameras.id as id",
      "cameras.name as name",
      "cameras.building_id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "buildings.keeps_clips as keepsClips",
      sql<string>`(${date})::text`.as("date"),
      sql<Date>`(${date})::timestamp at time zone buildings.time_zone`.as("from"),
      sql<Date>`(${date} + 1)::timestamp at time zone buildings.time_zone`.as("to"),
    ])
    .where("cameras.id", "=", cameraId)
    .executeTakeFirst();
}
export type Day = NonNullable<Awaited<ReturnType<typeof findDay>>>;

interface Mark {
  id: string;
  cause: ClipCause;
  at: Date;
  clipId: string | null;
}

const isNowhere = sql<boolean>`(fetched_at is null and dropped_at is not null)`;

/**
 * What happened before a camera on a day, the earliest first: what it noticed, what doors did that it looks at now, and what it
 * has clips of.
 */
export async function findMarks(db: Db, day: Day, most: number): Promise<Mark[]> {
  const { rows } = await sql<Mark>`
    with seen as (
      select id, 'intrusion' as cause, started_at as at from intrusion_events
      where camera_id = ${day.id} and started_at >= ${day.from} and started_at < ${day.to}
      union all
      select id, 'opening', occurred_at from open_door_events
      where building_id = ${day.buildingId} and occurred_at >= ${day.from} and occurred_at < ${day.to}
        and door_id in (select door_id from door_cameras where camera_id = ${day.id})
    ), kept as (
      -- One that is nowhere any more says that something happened, and is none that could be seen.
      -- A clip begins before its event, and an event of the day's first seconds has one that began the day before.
      select distinct on (cause, cause_id) case when ${isNowhere} then null else id end as id, cause, cause_id,
        least(started_at + make_interval(secs => ${CLIP_BEFORE_MS / 1000}), ended_at) as at
      from clips
      where camera_id = ${day.id} and started_at >= ${day.from}::timestamptz - interval '1 minute'
        and started_at < ${day.to}
      order by cause, cause_id, ${isNowhere}, started_at
    ), both_of_them as (
      select coalesce(seen.id, kept.cause_id) as id, coalesce(seen.cause, kept.cause) as cause,
        coalesce(seen.at, kept.at) as at, kept.id as "clipId"
      from seen full join kept on kept.cause_id = seen.id and kept.cause = seen.cause
    )
    select id, cause, at, "clipId" from both_of_them
    where at >= ${day.from} and at < ${day.to}
    order by at, id limit ${most}`.execute(db);
  return rows;
}

export interface SeenOpening {
  id: string;
  origin: OpenDoorOrigin;
  isCertain: boolean;
  doorName: string;
  userName: string | null;
  pictureFileId: string | null;
}

export const findSeenOpenings = (db: Db, ids: readonly string[]): Promise<SeenOpening[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("open_door_events")
        .leftJoin("users", "users.id", "open_door_events.user_id")
        .select([
          "open_door_events.id as id",
          "open_door_events.origin as origin",
          "open_door_events.is_certain as isCertain",
          "open_door_events.door_name as doorName",
          "users.name as userName",
          "open_door_events.picture_file_id as pictureFileId",
        ])
        .where("open_door_events.id", "in", ids)
        .execute();

export interface SeenIntrusion {
  id: string;
  kind: IntrusionKind;
  doorName: string | null;
  endedAt: Date | null;
  fileIds: string[];
}

export const findSeenIntrusions = (db: Db, ids: readonly string[]): Promise<SeenIntrusion[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("intrusion_events")
        .select((eb) => [
          "id",
          "kind",
          "door_name as doorName",
          "ended_at as endedAt",
          eb
            .selectFrom("intrusion_pictures")
            .whereRef("event_id", "=", "intrusion_events.id")
            .select(sql<string[]>`coalesce(json_agg(file_id order by position), '[]')`.as("fileIds"))
            .$asScalar()
            .$notNull()
            .as("fileIds"),
        ])
        .where("id", "in", ids)
        .execute();
