import type { Db } from "../../platform/database.ts";

/** What was done to a thing last, and by whom; undefined where nothing is written down of it. */
export const findLastAction = (db: Db, subjectId: string) =>
  db
    .selectFrom("audit_lines")
    .select(["action", "actor_id as actorId", "at"])
    .where("subject_id", "=", subjectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
