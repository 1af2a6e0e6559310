import type { Db } from "./database.ts";

/** Forgets a setting; nothing when there is none of this name. */
export async function removeSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom("settings").where("name", "=", name).execute();
}
