import type { Db, Trx } from "../../platform/database.ts";

/** The legal hold on what is kept of somebody. */
export function findHold(db: Db, userId: string) {
  return db
    .selectFrom("legal_holds")
    .leftJoin("users", "users.id", "legal_holds.placed_by")
    .select(["legal_holds.reason as reason", "legal_holds.placed_at as since", "users.name as by"])
    .where("legal_holds.user_id", "=", userId)
    .executeTakeFirst();
}

/** False when there is one already. */
export async function insertHold(
  trx: Trx,
  hold: { userId: string; reason: string; by: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("legal_holds")
    .values({ user_id: hold.userId, reason: hold.reason, placed_by: hold.by, placed_at: hold.at })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when there was none. */
export async function deleteHold(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("legal_holds")
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
