import type { Db } from "../../platform/database.ts";

/** Which of these alarms are drills. */
export async function drillsAmong(db: Db, alarmIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (alarmIds.length === 0) {
    return new Set();
  }
  const rows = await db
    .selectFrom("alarms")
    .select("id")
    .where("id", "in", alarmIds)
    .where("drill", "=", true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
