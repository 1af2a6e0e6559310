import type { OutsideEventKind } from "@umbral/contract/integrations/outside-events.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** Events with what they are about, as it is called now. */
export const describedEvents = (db: Db) =>
  db
    .selectFrom("outside_events")
    .innerJoin("buildings", "buildings.id", "outside_events.building_id")
    .leftJoin("doors", "doors.id", "outside_events.door_id")
    .leftJoin("apartments", "apartments.id", "outside_events.apartment_id")
    .select([
      "outside_events.id as id",
      "outside_events.number as number",
      "outside_events.kind as kind",
      "outside_events.at as at",
      "outside_events.data as data",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "doors.id as doorId",
      "doors.name as doorName",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
    ]);
export type EventRow = Awaited<ReturnType<ReturnType<typeof describedEvents>["execute"]>>[number];

/** Told events of a building: the first after a number, or the last ones; the oldest first. */
export async function findOutsideEvents(
  db: Db,
  wanted: {
    buildingId: string;
    after?: number | undefined;
    kind?: OutsideEventKind | undefined;
    limit: number;
  },
): Promise<EventRow[]> {
  const { buildingId, after, kind, limit } = wanted;
  const rows = await describedEvents(db)
    .where("outside_events.building_id", "=", buildingId)
    .where("outside_events.number", "is not", null)
    .$if(after !== undefined, (query) => query.where("outside_events.number", ">", after ?? 0))
    .$if(kind !== undefined, (query) => query.where("outside_events.kind", "=", kind ?? "opened"))
    .orderBy("outside_events.number", after === undefined ? "desc" : "asc")
    .limit(limit)
    .execute();
  return after === undefined ? rows.reverse() : rows;
}

/** One process tells at a time: else a later number could be seen before an earlier one. */
export async function takeTellingLock(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outside-events', 0))`.execute(trx);
}

/** Gives the oldest untold events the next numbers of their buildings. @returns their ids, in order */
export async function numberUntold(trx: Trx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with untold as (
      select id, building_id, row_number() over (partition by building_id order by created_at, id) as place
      from (
        select id, building_id, created_at from outside_events
        where number is null order by created_at, id limit ${most}
      ) oldest
    ), heads as (
      insert into outside_heads as head (building_id, number)
      select building_id, count(*) from untold group by building_id
      on conflict (building_id) do update set number = head.number + excluded.number
      returning building_id, number
    ), counts as (select building_id, count(*) as count from untold group by building_id)
    update outside_events set number = heads.number - counts.count + untold.place
    from untold join heads using (building_id) join counts using (building_id)
    where outside_events.id = untold.id
    returning outside_events.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** More numbers than a building's events take between a backup and its restoring. */
const LEAP = 1_000_000_000;

/**
 * Puts the next number of every building after all that were given out before a restore: numbers that went back would be passed
 * over by who reads on from one that was told since the backup.
 */
export async function leapNumbers(trx: Trx): Promise<void> {
  await sql`insert into outside_heads as head (building_id, number) select id, ${LEAP} from buildings
    on conflict (building_id) do update set number = head.number + excluded.number`.execute(trx);
}

export const findEventsById = (db: Db, ids: readonly string[]): Promise<EventRow[]> =>
  describedEvents(db)
    .where("outside_events.id", "in", ids)
    .orderBy("outside_events.building_id")
    .orderBy("outside_events.number")
    .execute();

/** Lets events go that were written before then. */
export async function forgetOutsideEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("outside_events").where("created_at", "<", before).execute();
}
