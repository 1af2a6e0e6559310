import type { Db } from "../../platform/database.ts";

/** Notes that somebody signed in from there. */
export async function noteNetwork(db: Db, userId: string, network: Buffer, at: Date): Promise<void> {
  await db
    .insertInto("sign_in_networks")
    .values({ user_id: userId, network, last_at: at })
    .onConflict((conflict) => conflict.columns(["user_id", "network"]).doUpdateSet({ last_at: at }))
    .execute();
}

/** Did they sign in from there after `since`? */
export async function isNoted(db: Db, userId: string, network: Buffer, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("sign_in_networks")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .where("last_at", ">", since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetNetworks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("sign_in_networks").where("last_at", "<=", before).execute();
}
