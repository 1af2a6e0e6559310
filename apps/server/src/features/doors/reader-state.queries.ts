import type { Db } from "../../platform/database.ts";

/** Whose controller a door is; undefined for one that is not there. */
export function findHolderOf(db: Db, doorId: string) {
  return db
    .selectFrom("doors")
    .select("controller_id as controllerId")
    .where("id", "=", doorId)
    .executeTakeFirst();
}
