import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** Why a fact could not be kept: its words, its picture, what the database or the disk says of it, or a fault of ours. */
export const SET_ASIDE_REASONS = ["unreadable", "picture", "database", "file", "fault"] as const;
export type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

interface SetAside {
  id: string;
  controllerId: string;
  seq: number;
  kind: string | null;
  reason: SetAsideReason;
  fault: string | null;
  body: string | null;
  at: Date;
}

export async function insertSetAside(
  trx: Trx,
  { id, controllerId, seq, kind, reason, fault, body, at }: SetAside,
): Promise<void> {
  const what = { seq, kind, reason, fault, body };
  await trx
    .insertInto("facts_set_aside")
    .values({ id, controller_id: controllerId, ...what, set_aside_at: at })
    .execute();
}

/** How many were set aside since then, by why. */
export async function countSetAside(db: Db, since: Date): Promise<{ reason: string; count: number }[]> {
  return db
    .selectFrom("facts_set_aside")
    .select((eb) => ["reason", eb.fn.countAll<number>().as("count")])
    .where("set_aside_at", ">=", since)
    .groupBy("reason")
    .execute();
}

/** Lets go what is older than this, and of each controller all but the newest so many. */
export async function deleteOldSetAside(db: Db, before: Date, newest: number): Promise<void> {
  await sql`
    delete from facts_set_aside where set_aside_at < ${before} or id in (
      select id from (
        select id, row_number() over (partition by controller_id order by set_aside_at desc, seq desc) as place
        from facts_set_aside
      ) placed where place > ${newest})`.execute(db);
}
