import type { Db, Trx } from "../../platform/database.ts";

/** What of a building's settings decides, besides levels, who comes in: its clock, and how long it goes on by itself. */
export function findAccessSettings(db: Db, buildingId: string) {
  return db
    .selectFrom("buildings")
    .select(["time_zone as timeZone", "offline_days as offlineDays"])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}

/** @returns for how long it went on before; undefined when there is no such building */
export async function changeOfflineDays(
  trx: Trx,
  buildingId: string,
  offlineDays: number,
): Promise<number | undefined> {
  const before = await trx
    .selectFrom("buildings")
    .select("offline_days as days")
    .where("id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable("buildings")
    .set({ offline_days: offlineDays })
    .where("id", "=", buildingId)
    .execute();
  return before?.days;
}
