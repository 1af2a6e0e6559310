import type { Db, Trx } from "../../platform/database.ts";

export function findSecondFactor(db: Db, userId: string) {
  return db
    .selectFrom("second_factors")
    .select([
      "secret",
      "confirmed_at as confirmedAt",
      "last_step as lastStep",
      "offered",
      "offered_until as offeredUntil",
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Keeps a new secret beside the one that is in use, in the place of one that was offered before. */
export async function offer(trx: Trx, userId: string, offered: Buffer, until: Date): Promise<void> {
  const fresh = { offered, offered_until: until };
  await trx
    .insertInto("second_factors")
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
    .execute();
}

/** The offered secret is the one in use; false when another was offered meanwhile, or somebody was first. */
export async function confirmOffered(
  trx: Trx,
  userId: string,
  { offered, step, at }: { offered: Buffer; step: number; at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable("second_factors")
    .set({ secret: offered, confirmed_at: at, last_step: step, offered: null, offered_until: null })
    .where("user_id", "=", userId)
    .where("offered", "=", offered)
    .where("offered_until", ">", at)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a step's code up; false when it, or a later one, was used already, or the secret is another one now. */
export async function useStep(trx: Trx, userId: string, secret: Buffer, step: number): Promise<boolean> {
  const row = await trx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("secret", "=", secret)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a recovery code up; false for one that is unknown or was used. */
export async function useRecoveryCode(trx: Trx, userId: string, digest: Buffer, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable("recovery_codes")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("digest", "=", digest)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  userId: string,
  digests: readonly Buffer[],
): Promise<void> {
  // Whoever has passkeys alone has no secret, and no row yet.
  await trx
    .insertInto("second_factors")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(digests.map((digest) => ({ user_id: userId, digest })))
    .execute();
}

/** Which there are, used ones too: two answers are the same as long as nobody made others. */
export async function findRecoveryCodes(db: Db, userId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom("recovery_codes")
    .select("digest")
    .where("user_id", "=", userId)
    .orderBy("digest")
    .execute();
  return rows.map(({ digest }) => digest);
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
