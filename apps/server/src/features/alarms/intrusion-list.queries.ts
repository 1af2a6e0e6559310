import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import {
  type EventsWanted,
  type EventTable,
  eventsWhere,
  findEventPage,
  type PageAsked,
} from "../../platform/event-pages.ts";

export interface WantedIntrusions {
  buildings: Buildings;
  buildingId?: string | undefined;
  cameraId?: string | undefined;
  doorId?: string | undefined;
  kind?: IntrusionKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const intrusions: EventTable = { table: "intrusion_events", at: "started_at" };

const wantedOf = ({ buildingId, cameraId, doorId, kind, ...rest }: WantedIntrusions): EventsWanted => ({
  is: { building_id: buildingId, camera_id: cameraId, door_id: doorId, kind },
  ...rest,
});

/** One page of the intrusions that are wanted, the newest first. */
export async function findIntrusions(db: Db, wanted: WantedIntrusions, asked: PageAsked) {
  const { ids, ...pages } = await findEventPage(db, intrusions, wantedOf(wanted), asked);
  const rows = await db
    .selectFrom("intrusion_events")
    .innerJoin("buildings", "buildings.id", "intrusion_events.building_id")
    .select((eb) => [
      "intrusion_events.id as id",
      "intrusion_events.kind as kind",
      "intrusion_events.camera_id as cameraId",
      "intrusion_events.camera_name as cameraName",
      "intrusion_events.door_id as doorId",
      "intrusion_events.door_name as doorName",
      "intrusion_events.started_at as startedAt",
      "intrusion_events.ended_at as endedAt",
      "intrusion_events.told_at as toldAt",
      "intrusion_events.has_broken_picture as hasBrokenPicture",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      eb
        .selectFrom("intrusion_pictures")
        .whereRef("intrusion_pictures.event_id", "=", "intrusion_events.id")
        .select(
          sql<{ fileId: string; takenAt: string }[]>`coalesce(json_agg(
              json_build_object('fileId', file_id, 'takenAt', taken_at) order by position), '[]')`.as(
            "pictures",
          ),
        )
        .as("pictures"),
    ])
    .where("intrusion_events.id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("intrusion_events.started_at", "desc")
    .orderBy("intrusion_events.id", "desc")
    .execute();
  return { rows, ...pages };
}

/** The intrusions that are wanted, the newest first, from after `last` on: for a file of all of them. */
export function findIntrusionsAfter(
  db: Db,
  wanted: WantedIntrusions,
  last: { startedAt: string; id: string } | undefined,
  limit: number,
) {
  const local = (column: string) =>
    sql<string>`to_char(${sql.ref(column)} at time zone buildings.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;
  return db
    .selectFrom("intrusion_events")
    .innerJoin("buildings", "buildings.id", "intrusion_events.building_id")
    .select((eb) => [
      "intrusion_events.id as id",
      // As text it keeps the microseconds, which a Date of JavaScript has not.
      sql<string>`intrusion_events.started_at::text`.as("startedAt"),
      local("intrusion_events.started_at").as("localStart"),
      local("intrusion_events.ended_at").$castTo<string | null>().as("localEnd"),
      "intrusion_events.kind as kind",
      "intrusion_events.camera_name as cameraName",
      "intrusion_events.door_name as doorName",
      "buildings.name as buildingName",
      eb
        .selectFrom("intrusion_pictures")
        .whereRef("intrusion_pictures.event_id", "=", "intrusion_events.id")
        .select((count) => count.fn.countAll<number>().as("pictures"))
        .as("pictures"),
    ])
    .where(eventsWhere(intrusions, wantedOf(wanted)))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(intrusion_events.started_at, intrusion_events.id) < (${last?.startedAt}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .orderBy("intrusion_events.started_at", "desc")
    .orderBy("intrusion_events.id", "desc")
    .limit(limit)
    .execute();
}
