import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import {
  areOnPage,
  byTime,
  type EventsAsked,
  type EventsWanted,
  type EventTable,
  eventsAfter,
  exactTimeOf,
  findEventPage,
  type LastOfBatch,
  localTimeOf,
  type PageAsked,
} from "../../platform/event-pages.ts";

export interface WantedIntrusions extends EventsAsked {
  cameraId?: string | undefined;
  doorId?: string | undefined;
  kind?: IntrusionKind | undefined;
}

const intrusions: EventTable = { table: "intrusion_events", at: "started_at" };

const wantedOf = ({ cameraId, doorId, kind, ...rest }: WantedIntrusions): EventsWanted => ({
  is: { camera_id: cameraId, door_id: doorId, kind },
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
      "intrusion_events.input_name as inputName",
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
    .where(areOnPage(intrusions, ids))
    .orderBy(byTime(intrusions, asked.direction))
    .execute();
  return { rows, ...pages };
}

/** The intrusions that are wanted, the newest first, from after `last` on: for a file of all of them. */
export async function findIntrusionsAfter(
  db: Db,
  wanted: WantedIntrusions,
  last: LastOfBatch | undefined,
  limit: number,
) {
  return db
    .selectFrom("intrusion_events")
    .innerJoin("buildings", "buildings.id", "intrusion_events.building_id")
    .select((eb) => [
      "intrusion_events.id as id",
      exactTimeOf(intrusions).as("exactAt"),
      localTimeOf("intrusion_events.started_at").as("localStart"),
      localTimeOf("intrusion_events.ended_at").$castTo<string | null>().as("localEnd"),
      "intrusion_events.kind as kind",
      "intrusion_events.camera_name as cameraName",
      "intrusion_events.door_name as doorName",
      "intrusion_events.input_name as inputName",
      "buildings.name as buildingName",
      eb
        .selectFrom("intrusion_pictures")
        .whereRef("intrusion_pictures.event_id", "=", "intrusion_events.id")
        .select((count) => count.fn.countAll<number>().as("pictures"))
        .as("pictures"),
    ])
    .where(await eventsAfter(db, intrusions, wantedOf(wanted), last))
    .orderBy(byTime(intrusions))
    .limit(limit)
    .execute();
}
