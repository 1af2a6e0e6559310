import type { Db } from "../../platform/database.ts";

/** A door's relay as it is kept, if the door is this building's. */
export async function findRelay(db: Db, buildingId: string, doorId: string) {
  const row = await db
    .selectFrom("doors")
    .select("relay")
    .where("id", "=", doorId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row?.relay ?? null;
}

/** The relay of a building's siren as it is kept. */
export async function findSiren(db: Db, buildingId: string) {
  const row = await db
    .selectFrom("buildings")
    .select("siren")
    .where("id", "=", buildingId)
    .executeTakeFirst();
  return row?.siren ?? null;
}
