import type { Db } from "../../platform/database.ts";

export async function findDrills(db: Db, alarmIds: readonly string[]): Promise<string[]> {
  if (alarmIds.length === 0) {
    return [];
  }
  const rows = await db
    .selectFrom("alarms")
    .select("id")
    .where("id", "in", alarmIds)
    .where("drill", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
