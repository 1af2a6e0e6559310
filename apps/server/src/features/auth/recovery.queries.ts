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

/** Whoever changes how they are reached waits until the link that goes there is written, and voids it. */
export function findPersonToRecover(trx: Trx, cedula: string) {
  return trx
    .selectFrom("users")
    .select(["id", "name", "email", "phone"])
    .where("cedula", "=", cedula)
    .where("active", "=", true)
    .forShare()
    .executeTakeFirst();
}

export function findPasswordHolder(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "cedula", "name", "email", "password_hash as passwordHash"])
    .where("id", "=", userId)
    .where("user_type", "!=", "HOLDER")
    .$narrowType<{ cedula: string }>()
    .executeTakeFirstOrThrow();
}
