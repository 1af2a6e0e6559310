import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { Direction } from "@umbral/contract/lib/pages";
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

export interface WantedAccess extends EventsAsked {
  doorId?: string | undefined;
  person: string;
  outcome?: AccessOutcome | undefined;
}

const decisions: EventTable = { table: "access_events", at: "occurred_at" };

const wantedOf = ({ doorId, outcome, person, ...rest }: WantedAccess): EventsWanted => ({
  is: { door_id: doorId, outcome },
  by: person === "" ? undefined : { column: "user_id", called: person },
  ...rest,
});

/** Where they were and whose card it was, by time. */
const decisionsOf = (db: Db, direction?: Direction) =>
  db
    .selectFrom("access_events")
    .innerJoin("buildings", "buildings.id", "access_events.building_id")
    .leftJoin("users", "users.id", "access_events.user_id")
    .select([
      "access_events.id as id",
      "access_events.outcome as outcome",
      "access_events.credential as credential",
      "access_events.is_offline as isOffline",
      "access_events.door_name as doorName",
      "access_events.tag as tag",
      "users.name as userName",
      "buildings.name as buildingName",
    ])
    .orderBy(byTime(decisions, direction));

/** One page of the decisions that are wanted. */
export async function findAccess(db: Db, wanted: WantedAccess, asked: PageAsked) {
  const { ids, ...pages } = await findEventPage(db, decisions, wantedOf(wanted), asked);
  const rows = await decisionsOf(db, asked.direction)
    .select([
      "access_events.user_id as userId",
      "access_events.picture_file_id as pictureFileId",
      "access_events.has_broken_picture as hasBrokenPicture",
      "access_events.occurred_at as occurredAt",
      "access_events.told_at as toldAt",
      "access_events.door_id as doorId",
      "buildings.id as buildingId",
      "buildings.time_zone as timeZone",
    ])
    .where(areOnPage(decisions, ids))
    .execute();
  return { rows, ...pages };
}

/** The decisions that are wanted, the newest first, from after `last` on: for a file of all of them. */
export async function findAccessAfter(
  db: Db,
  wanted: WantedAccess,
  last: LastOfBatch | undefined,
  limit: number,
) {
  return decisionsOf(db)
    .select([exactTimeOf(decisions).as("exactAt"), localTimeOf("access_events.occurred_at").as("localTime")])
    .where(await eventsAfter(db, decisions, wantedOf(wanted), last))
    .limit(limit)
    .execute();
}
