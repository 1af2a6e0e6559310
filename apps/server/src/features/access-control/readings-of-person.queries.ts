import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** The last times that a reader did not let somebody in in these buildings, the newest first. */
export function findRefusalsOfPerson(
  db: Db,
  { userId, buildings, limit }: { userId: string; buildings: Buildings; limit: number },
) {
  return db
    .selectFrom("access_events")
    .innerJoin("buildings", "buildings.id", "access_events.building_id")
    .select([
      "access_events.id as id",
      "access_events.occurred_at as at",
      "access_events.door_name as doorName",
      "access_events.outcome as outcome",
      "access_events.credential as credential",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
    ])
    .where("access_events.user_id", "=", userId)
    .where("access_events.outcome", "!=", "granted")
    .where(within("access_events.building_id", buildings))
    .orderBy("access_events.occurred_at", "desc")
    .orderBy("access_events.id", "desc")
    .limit(limit)
    .execute();
}

/** Counted no further than `most`. */
export async function countReadingsOf(
  db: Db,
  { userId, buildings, most }: { userId: string; buildings: Buildings; most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("access_events")
        .select("id")
        .where("user_id", "=", userId)
        .where(within("access_events.building_id", buildings))
        .limit(most)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
