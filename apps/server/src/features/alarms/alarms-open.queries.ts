import type { Db } from "../../platform/database.ts";

/** So many are named at most, the newest first, and drills after all that is real. */
const NAMED_MOST = 20;

export const findOpenAlarms = (db: Db, buildingId: string) =>
  db
    .selectFrom("alarms")
    .innerJoin("buildings", "buildings.id", "alarms.building_id")
    .select([
      "alarms.event",
      "alarms.drill",
      "alarms.raised_at as raisedAt",
      "buildings.time_zone as timeZone",
    ])
    .where("alarms.building_id", "=", buildingId)
    .where("alarms.closed_at", "is", null)
    .orderBy("alarms.drill")
    .orderBy("alarms.raised_at", "desc")
    .limit(NAMED_MOST)
    .execute();

/** Doors that were forced or stand open since then at the earliest, and are not shut again. */
export const findOpenTroubles = (db: Db, buildingId: string, since: Date) =>
  db
    .selectFrom("intrusion_events")
    .innerJoin("buildings", "buildings.id", "intrusion_events.building_id")
    .select(["kind", "door_name as doorName", "started_at as startedAt", "buildings.time_zone as timeZone"])
    .where("intrusion_events.building_id", "=", buildingId)
    .where("kind", "in", ["door-forced", "door-held"])
    .where("ended_at", "is", null)
    .where("started_at", ">", since)
    .orderBy("started_at", "desc")
    .limit(NAMED_MOST)
    .execute();
