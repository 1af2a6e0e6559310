import type { Db } from "../../platform/database.ts";

/** The building of a door that is there. */
export async function findBuildingOf(db: Db, doorId: string): Promise<string | null> {
  const row = await db.selectFrom("doors").select("building_id").where("id", "=", doorId).executeTakeFirst();
  return row?.building_id ?? null;
}
