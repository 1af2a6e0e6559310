import { SHIFT_PIN_FAILURES } from "@umbral/contract/kiosks/kiosks.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** When somebody set their PIN for shifts; undefined for who has none. */
export function findShiftPin(db: Db, userId: string) {
  return db
    .selectFrom("shift_pins")
    .select("set_at as setAt")
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function replaceShiftPin(
  trx: Trx,
  { userId, pinHash, setAt }: { userId: string; pinHash: string; setAt: Date },
): Promise<void> {
  const fresh = { pin_hash: pinHash, set_at: setAt };
  await trx
    .insertInto("shift_pins")
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
    .execute();
}

/** False when they had none. Who is stepping in by it just now is waited for. */
export async function deleteShiftPin(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("shift_pins")
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Is that still the person's PIN? Nobody changes it until the transaction ends. */
export async function holdsShiftPin(trx: Trx, userId: string, pinHash: string): Promise<boolean> {
  const row = await trx
    .selectFrom("shift_pins")
    .select("pin_hash")
    .where("user_id", "=", userId)
    .forShare()
    .executeTakeFirst();
  return row?.pin_hash === pinHash;
}

interface Tried {
  kioskId: string;
  documentDigest: Buffer;
}

/**
 * Counts an attempt as a failure before it is made, so that many at once cannot all slip under.
 * @returns how many there were with it; undefined when the document is locked at this device
 */
export async function countFailure(db: Db, tried: Tried, now: Date): Promise<number | undefined> {
  const row = await db
    .insertInto("shift_pin_failures")
    .values({
      kiosk_id: tried.kioskId,
      document_digest: tried.documentDigest,
      failures: 1,
      last_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["kiosk_id", "document_digest"])
        .doUpdateSet({ failures: sql`shift_pin_failures.failures + 1`, last_at: now })
        .where("shift_pin_failures.failures", "<", SHIFT_PIN_FAILURES),
    )
    .returning("failures")
    .executeTakeFirst();
  return row?.failures;
}

/** Forgets the failures of a document: at one device, or at all of them. */
export async function forgetFailures(db: Db, documentDigest: Buffer, kioskId?: string): Promise<void> {
  let remove = db.deleteFrom("shift_pin_failures").where("document_digest", "=", documentDigest);
  if (kioskId !== undefined) {
    remove = remove.where("kiosk_id", "=", kioskId);
  }
  await remove.execute();
}

/**
 * Forgets failures of which nothing came since `openSince`, locks that are older than `lockedSince`, and all of devices
 * that were taken back.
 */
export async function forgetOldFailures(
  db: Db,
  { openSince, lockedSince }: { openSince: Date; lockedSince: Date },
): Promise<void> {
  await db
    .deleteFrom("shift_pin_failures")
    .where((eb) =>
      eb.or([
        eb.and([eb("failures", "<", SHIFT_PIN_FAILURES), eb("last_at", "<=", openSince)]),
        eb("last_at", "<=", lockedSince),
        eb(
          "kiosk_id",
          "in",
          eb.selectFrom("kiosks").select("kiosks.id").where("kiosks.taken_back_at", "is not", null),
        ),
      ]),
    )
    .execute();
}
