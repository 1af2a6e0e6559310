import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { Direction } from "@umbral/contract/lib/pages";
import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { Db, Trx } from "../../platform/database.ts";
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
  type PageAsked,
} from "../../platform/event-pages.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";

export interface WantedLines extends EventsAsked {
  person: string;
  action?: string | undefined;
}

const actions: EventTable = { table: "audit_lines", at: "at" };

const wantedOf = ({ action, person, ...rest }: WantedLines): EventsWanted => ({
  is: { action },
  // What the logbook noticed by itself somebody did, and that stands here. Who wants these lines asks for them.
  ...(action === undefined ? { isNot: { action: "logbook.line" } } : {}),
  by: person === "" ? undefined : { column: "actor_id", called: person },
  ...rest,
});

/** One page of the lines that are wanted. */
export async function findLines(db: Db, wanted: WantedLines, asked: PageAsked) {
  const { ids, ...pages } = await findEventPage(db, actions, wantedOf(wanted), asked);
  const rows = await lines(db, asked.direction).where(areOnPage(actions, ids)).execute();
  return { rows, ...pages };
}

/** The lines that are wanted, from after `last` on: for a file of all of them. */
export async function findLinesAfter(
  db: Db,
  wanted: WantedLines,
  last: LastOfBatch | undefined,
  limit: number,
) {
  return lines(db)
    .where(await eventsAfter(db, actions, wantedOf(wanted), last))
    .limit(limit)
    .execute();
}

const lines = (db: Db, direction?: Direction) =>
  db
    .selectFrom("audit_lines")
    .select((eb) => [
      "audit_lines.id as id",
      "audit_lines.at as at",
      exactTimeOf(actions).as("exactAt"),
      "audit_lines.action as action",
      "audit_lines.actor_id as actorId",
      "audit_lines.building_id as buildingId",
      "audit_lines.subject_id as subjectId",
      "audit_lines.detail as detail",
      "audit_lines.digests as digests",
      jsonObjectFrom(
        eb.selectFrom("users").select("users.name as name").whereRef("users.id", "=", "audit_lines.actor_id"),
      ).as("actor"),
      jsonObjectFrom(
        eb
          .selectFrom("buildings")
          .select(["buildings.name as name", "buildings.time_zone as timeZone"])
          .whereRef("buildings.id", "=", "audit_lines.building_id"),
      ).as("building"),
      sql<Record<string, string>>`(
        select coalesce(json_object_agg(part, value), '{}') from audit_values
        where line_id = audit_lines.id)`.as("values"),
      eb
        .exists(
          eb
            .selectFrom("audit_seals")
            .select("audit_seals.line_id")
            .whereRef("audit_seals.line_id", "=", "audit_lines.id"),
        )
        .as("isSealed"),
    ])
    .orderBy(byTime(actions, direction));

/** The names that these ids have today, whatever they are of. */
export async function findNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${[...ids]}::uuid[]) as id)
    select users.id, users.name from users join wanted using (id)
    union all select doors.id, doors.name from doors join wanted using (id)
    union all select cameras.id, cameras.name from cameras join wanted using (id)
    union all select apartments.id, apartments.name from apartments join wanted using (id)
    union all select buildings.id, buildings.name from buildings join wanted using (id)
    union all select alarms.id, case when drill
      then case event when 'INTRUSION' then ${alarmTitle({ event: "INTRUSION", drill: true })} else ${alarmTitle({ event: "EMERGENCY", drill: true })} end
      else case event when 'INTRUSION' then ${alarmTitle({ event: "INTRUSION", drill: false })} else ${alarmTitle({ event: "EMERGENCY", drill: false })} end
    end from alarms join wanted using (id)`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Is there such a person? A legal hold on them waits for this transaction, or this for the hold. */
export async function lockThere(trx: Trx, personId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "=", personId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Is somebody under a legal hold? */
export async function isHeld(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", personId)
    .where(isNotHeld("users.id"), "=", false)
    .executeTakeFirst();
  return row !== undefined;
}
