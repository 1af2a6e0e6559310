import type { Db } from "../../platform/database.ts";

/** Had somebody ever a place, or a card without an account, in a building that is none of these? */
export async function wasElsewhere(db: Db, userId: string, buildingIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("spaces")
    .select("building_id")
    .where("user_id", "=", userId)
    .where("status", "in", ["APPROVED", "ENDED"])
    .where("building_id", "not in", buildingIds)
    .union(
      db
        .selectFrom("card_holders")
        .select("building_id")
        .where("user_id", "=", userId)
        .where("building_id", "not in", buildingIds),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
