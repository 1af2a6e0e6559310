import type { Db, Trx } from "../../platform/database.ts";

/** The lobby confirmed it: its doors are to be told of it. */
export async function markConfirmed(trx: Trx, alarmId: string, at: Date): Promise<void> {
  await trx
    .updateTable("alarms")
    .set({ confirmed_at: at, doors_told: null })
    .where("id", "=", alarmId)
    .where("confirmed_at", "is", null)
    .execute();
}

/** Since when an emergency frees the doors of a building: the last that was confirmed after `since` and is not silent. */
export async function emergencySince(db: Db, buildingId: string, since: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("alarms")
    .select((eb) => eb.fn.max("confirmed_at").as("at"))
    .where("building_id", "=", buildingId)
    .where("confirmed_at", ">", since)
    .where("silenced_at", "is", null)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Keeps what the controllers answered. */
export async function noteDoors(
  db: Db,
  buildingId: string,
  told: "free" | "rest",
  since: Date,
): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ doors_told: told })
    .where("building_id", "=", buildingId)
    .where("confirmed_at", ">", since)
    .where("silenced_at", told === "free" ? "is" : "is not", null)
    .execute();
}

/** A controller is back, perhaps started anew: what it was told of an emergency is to be told again. */
export async function forgetDoors(db: Db, buildingId: string, since: Date): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ doors_told: null })
    .where("building_id", "=", buildingId)
    .where("confirmed_at", ">", since)
    .execute();
}

/** Buildings whose controllers have not answered what an emergency that was confirmed after `since` means for their doors. */
export async function findUntoldDoors(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("alarms")
    .select("building_id as id")
    .distinct()
    .where("confirmed_at", ">", since)
    .where("doors_told", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}
