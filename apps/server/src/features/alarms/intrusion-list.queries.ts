import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { COUNTED_MOST, type PageAsked, rowsOfPage } from "../../platform/event-pages.ts";
import type { Tables } from "../../platform/tables.ts";

export interface WantedIntrusions {
  buildingId?: string | undefined;
  cameraId?: string | undefined;
  doorId?: string | undefined;
  kind?: IntrusionKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** One page of the intrusions that are wanted, the newest first, and how many there are as far as is counted. */
export async function findIntrusions(db: Db, wanted: WantedIntrusions, asked: PageAsked) {
  const { offset, limit } = rowsOfPage(asked);
  const [rows, { counted }] = await Promise.all([
    db
      .with("page", (cte) =>
        cte
          .selectFrom("intrusion_events")
          .select("id")
          .where((eb) => isWanted(eb, wanted))
          .orderBy("started_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .offset(offset),
      )
      .selectFrom("page")
      .innerJoin("intrusion_events", "intrusion_events.id", "page.id")
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
      .orderBy("intrusion_events.started_at", "desc")
      .orderBy("intrusion_events.id", "desc")
      .execute(),
    db
      .selectFrom((from) =>
        from
          .selectFrom("intrusion_events")
          .select(sql<number>`1`.as("one"))
          .where((eb) => isWanted(eb, wanted))
          .limit(COUNTED_MOST)
          .as("counted"),
      )
      .select((eb) => eb.fn.countAll<number>().as("counted"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, counted };
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
    .where((eb) => isWanted(eb, wanted))
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

function isWanted(eb: ExpressionBuilder<Tables, "intrusion_events">, wanted: WantedIntrusions) {
  const { buildingId, cameraId, doorId, kind, from, to } = wanted;
  return eb.and([
    ...(buildingId === undefined ? [] : [eb("intrusion_events.building_id", "=", buildingId)]),
    ...(cameraId === undefined ? [] : [eb("intrusion_events.camera_id", "=", cameraId)]),
    ...(doorId === undefined ? [] : [eb("intrusion_events.door_id", "=", doorId)]),
    ...(kind === undefined ? [] : [eb("intrusion_events.kind", "=", kind)]),
    ...(from === undefined ? [] : [eb("intrusion_events.started_at", ">=", new Date(from))]),
    ...(to === undefined ? [] : [eb("intrusion_events.started_at", "<", new Date(to))]),
  ]);
}
