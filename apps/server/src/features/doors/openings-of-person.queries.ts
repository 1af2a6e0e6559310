import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** The last doors that opened for somebody in these buildings, the newest first. */
export function findOpeningsOfPerson(
  db: Db,
  { userId, buildings, limit }: { userId: string; buildings: Buildings; limit: number },
) {
  return db
    .selectFrom("open_door_events")
    .innerJoin("buildings", "buildings.id", "open_door_events.building_id")
    .select([
      "open_door_events.id as id",
      "open_door_events.occurred_at as at",
      "open_door_events.door_name as doorName",
      "open_door_events.origin as origin",
      "open_door_events.is_certain as isCertain",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
    ])
    .where("open_door_events.user_id", "=", userId)
    .where(within("open_door_events.building_id", buildings))
    .orderBy("open_door_events.occurred_at", "desc")
    .orderBy("open_door_events.id", "desc")
    .limit(limit)
    .execute();
}

/** Counted no further than `most`. */
export async function countOpeningsOf(
  db: Db,
  { userId, buildings, most }: { userId: string; buildings: Buildings; most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("open_door_events")
        .select("id")
        .where("user_id", "=", userId)
        .where(within("open_door_events.building_id", buildings))
        .limit(most)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
