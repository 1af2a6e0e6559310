import type { Db, Trx } from "../../platform/database.ts";

export async function insertRecoveryRequest(
  db: Db,
  request: { id: string; cedula: string; askedAt: Date; network: string },
): Promise<void> {
  await db
    .insertInto("recovery_requests")
    .values({ id: request.id, cedula: request.cedula, asked_at: request.askedAt, network: request.network })
    .execute();
}

/** Takes the oldest request that no other process has in hand. */
export function takeRecoveryRequest(trx: Trx) {
  return trx
    .deleteFrom("recovery_requests")
    .where("id", "=", (eb) =>
      eb.selectFrom("recovery_requests").select("id").orderBy("asked_at").limit(1).forUpdate().skipLocked(),
    )
    .returning(["cedula", "asked_at as askedAt", "network"])
    .executeTakeFirst();
}

export function findPersonToRecover(trx: Trx, cedula: string) {
  return trx
    .selectFrom("users")
    .select(["id", "name", "email", "phone"])
    .where("cedula", "=", cedula)
    .where("active", "=", true)
    .executeTakeFirst();
}

export async function setPassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}

/** Sets a new password where the old one is still that; false when it changed meanwhile. */
export async function replacePassword(
  trx: Trx,
  userId: string,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("users")
    .set({ password_hash: newHash })
    .where("id", "=", userId)
    .where("password_hash", "=", oldHash)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function findPasswordHolder(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "cedula", "name", "email", "password_hash as passwordHash"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
