import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { COUNTED_MOST, type PageAsked, rowsOfPage } from "../../platform/event-pages.ts";
import { beginsWith, holds } from "../../platform/name-search.ts";
import type { Tables } from "../../platform/tables.ts";

export interface WantedOpenings {
  buildingId?: string | undefined;
  doorId?: string | undefined;
  person: string;
  origin?: OpenDoorOrigin | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** People who are looked for one by one; more than these are recognised as their openings come by. */
const PEOPLE_MOST = 1000;

type Where = (eb: ExpressionBuilder<Tables, "open_door_events">) => ExpressionWrapper<Tables, never, SqlBool>;

/** One page of the openings that are wanted, the newest first, and how many there are as far as is counted. */
export async function findOpenings(db: Db, wanted: WantedOpenings, asked: PageAsked) {
  const where = await conditionOf(db, wanted);
  const { offset, limit } = rowsOfPage(asked);
  const [rows, { counted }] = await Promise.all([
    db
      .with("page", (cte) =>
        // Only the index is walked over what is left out; the rest of a row is read for the page alone.
        cte
          .selectFrom("open_door_events")
          .select("id")
          .where(where)
          .orderBy("occurred_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .offset(offset),
      )
      .selectFrom("page")
      .innerJoin("open_door_events", "open_door_events.id", "page.id")
      .innerJoin("buildings", "buildings.id", "open_door_events.building_id")
      .leftJoin("users", "users.id", "open_door_events.user_id")
      .leftJoin("apartments", "apartments.id", "open_door_events.apartment_id")
      .select([
        "open_door_events.id as id",
        "open_door_events.picture_file_id as pictureFileId",
        "open_door_events.occurred_at as occurredAt",
        "open_door_events.door_id as doorId",
        "open_door_events.door_name as doorName",
        "users.name as userName",
        "open_door_events.origin as origin",
        "apartments.name as apartment",
        "buildings.id as buildingId",
        "buildings.name as buildingName",
        "buildings.time_zone as timeZone",
      ])
      .orderBy("open_door_events.occurred_at", "desc")
      .orderBy("open_door_events.id", "desc")
      .execute(),
    db
      .selectFrom((from) =>
        from
          .selectFrom("open_door_events")
          .select(sql<number>`1`.as("one"))
          .where(where)
          .limit(COUNTED_MOST)
          .as("counted"),
      )
      .select((eb) => eb.fn.countAll<number>().as("counted"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, counted };
}

/** The openings that are wanted, the newest first, from after `last` on: for a file of all of them. */
export async function findOpeningsAfter(
  db: Db,
  wanted: WantedOpenings,
  last: { occurredAt: string; id: string } | undefined,
  limit: number,
) {
  const where = await conditionOf(db, wanted);
  return db
    .selectFrom("open_door_events")
    .innerJoin("buildings", "buildings.id", "open_door_events.building_id")
    .leftJoin("users", "users.id", "open_door_events.user_id")
    .leftJoin("apartments", "apartments.id", "open_door_events.apartment_id")
    .select([
      "open_door_events.id as id",
      // As text it keeps the microseconds, which a Date of JavaScript has not.
      sql<string>`open_door_events.occurred_at::text`.as("occurredAt"),
      sql<string>`to_char(open_door_events.occurred_at at time zone buildings.time_zone, 'YYYY-MM-DD HH24:MI:SS')`.as(
        "localTime",
      ),
      "open_door_events.door_name as doorName",
      "users.name as userName",
      "open_door_events.origin as origin",
      "apartments.name as apartment",
      "buildings.name as buildingName",
    ])
    .where((eb) => where(eb))
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(open_door_events.occurred_at, open_door_events.id) < (${last?.occurredAt}::timestamptz, ${last?.id}::uuid)`,
      ),
    )
    .orderBy("open_door_events.occurred_at", "desc")
    .orderBy("open_door_events.id", "desc")
    .limit(limit)
    .execute();
}

async function conditionOf(db: Db, wanted: WantedOpenings): Promise<Where> {
  const { buildingId, doorId, origin, from, to } = wanted;
  const people = wanted.person === "" ? null : await findPeople(db, wanted.person);
  return (eb) =>
    eb.and([
      ...(buildingId === undefined ? [] : [eb("open_door_events.building_id", "=", buildingId)]),
      ...(doorId === undefined ? [] : [eb("open_door_events.door_id", "=", doorId)]),
      ...(origin === undefined ? [] : [eb("open_door_events.origin", "=", origin)]),
      ...(from === undefined ? [] : [eb("open_door_events.occurred_at", ">=", new Date(from))]),
      ...(to === undefined ? [] : [eb("open_door_events.occurred_at", "<", new Date(to))]),
      ...(people === null
        ? []
        : [
            people.length === 0
              ? sql<boolean>`false`
              : people.length <= PEOPLE_MOST
                ? eb("open_door_events.user_id", "in", people)
                : eb.exists(
                    eb
                      .selectFrom("users")
                      .select("users.id")
                      .whereRef("users.id", "=", "open_door_events.user_id")
                      .where(isCalled(wanted.person)),
                  ),
          ]),
    ]);
}

const isCalled = (typed: string) =>
  sql<boolean>`(${holds("users.name", typed)} or ${beginsWith("users.cedula", typed)})`;

async function findPeople(db: Db, typed: string): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where(isCalled(typed))
    .limit(PEOPLE_MOST + 1)
    .execute();
  return rows.map(({ id }) => id);
}
