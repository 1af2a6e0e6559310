import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** How often somebody came to see somebody in these buildings, counted no further than `most`. */
export async function countVisitsOf(
  db: Db,
  { userId, buildings, most }: { userId: string; buildings: Buildings; most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("visits")
        .select("id")
        .where("user_id", "=", userId)
        .where(within("visits.building_id", buildings))
        .limit(most)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
