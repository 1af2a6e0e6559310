import type { OpenDoorOrigin } from "@umbral/contract/doors/doors.contract";
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
import { isNotHeld } from "../../platform/legal-holds.ts";

export interface WantedOpenings extends EventsAsked {
  doorId?: string | undefined;
  person: string;
  origin?: OpenDoorOrigin | undefined;
}

const openings: EventTable = { table: "open_door_events", at: "occurred_at" };

const wantedOf = ({ doorId, origin, person, ...rest }: WantedOpenings): EventsWanted => ({
  is: { door_id: doorId, origin },
  by: person === "" ? undefined : { column: "user_id", called: person },
  ...rest,
});

/** Where they were and whose they are, by time. */
const openingsOf = (db: Db, direction?: Direction) =>
  db
    .selectFrom("open_door_events")
    .innerJoin("buildings", "buildings.id", "open_door_events.building_id")
    .leftJoin("users", "users.id", "open_door_events.user_id")
    .leftJoin("apartments", "apartments.id", "open_door_events.apartment_id")
    .select([
      "open_door_events.id as id",
      "open_door_events.door_name as doorName",
      "users.name as userName",
      "open_door_events.origin as origin",
      "open_door_events.is_certain as isCertain",
      "apartments.name as apartment",
      "buildings.name as buildingName",
    ])
    .orderBy(byTime(openings, direction));

/** One page of the openings that are wanted. */
export async function findOpenings(db: Db, wanted: WantedOpenings, asked: PageAsked) {
  const { ids, ...pages } = await findEventPage(db, openings, wantedOf(wanted), asked);
  const rows = await openingsOf(db, asked.direction)
    .select([
      "open_door_events.user_id as userId",
      "open_door_events.picture_file_id as pictureFileId",
      "open_door_events.occurred_at as occurredAt",
      "open_door_events.told_at as toldAt",
      "open_door_events.has_broken_picture as hasBrokenPicture",
      "open_door_events.door_id as doorId",
      "buildings.id as buildingId",
      "buildings.time_zone as timeZone",
    ])
    .where(areOnPage(openings, ids))
    .execute();
  return { rows, ...pages };
}

/** The openings that are wanted, the newest first, from after `last` on: for a file of all of them. */
export async function findOpeningsAfter(
  db: Db,
  wanted: WantedOpenings,
  last: LastOfBatch | undefined,
  limit: number,
) {
  return openingsOf(db)
    .select([
      exactTimeOf(openings).as("exactAt"),
      localTimeOf("open_door_events.occurred_at").as("localTime"),
    ])
    .where(await eventsAfter(db, openings, wantedOf(wanted), last))
    .limit(limit)
    .execute();
}

/** Pictures of openings older than this are let go: the sweep then removes them. @returns how many were */
export async function letOpeningPicturesGo(db: Db, occurredBefore: Date, most: number): Promise<number> {
  const gone = await db
    .with("old", (cte) =>
      cte
        .selectFrom("open_door_events")
        .select("id")
        .where("occurred_at", "<", occurredBefore)
        .where("picture_file_id", "is not", null)
        .where(isNotHeld("open_door_events.user_id"))
        .orderBy("occurred_at")
        .limit(most),
    )
    .updateTable("open_door_events")
    .from("old")
    .whereRef("open_door_events.id", "=", "old.id")
    .set({ picture_file_id: null })
    .returning("open_door_events.id")
    .execute();
  return gone.length;
}
