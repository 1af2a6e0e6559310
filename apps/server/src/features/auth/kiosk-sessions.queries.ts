import type { Db, Trx } from "../../platform/database.ts";

/** A session at a device of the lobby: the device's own, or with `presentAt` that of who is on shift. */
export async function insertKioskSession(
  trx: Trx,
  session: {
    id: string;
    kioskId: string;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
    userAgent: string;
    presentAt: Date | null;
  },
): Promise<void> {
  await trx
    .insertInto("sessions")
    .values({
      id: session.id,
      kiosk_id: session.kioskId,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      last_used_at: session.createdAt,
      user_agent: session.userAgent,
      present_at: session.presentAt,
    })
    .execute();
}

/** Ends the sessions at a device, but for one person's if they are named. */
export function endKioskSessions(trx: Trx, kioskId: string, exceptUserId: string | null, at: Date) {
  let update = trx
    .updateTable("sessions")
    .set({ ended_at: at })
    .where("kiosk_id", "=", kioskId)
    .where("ended_at", "is", null);
  if (exceptUserId !== null) {
    update = update.where("user_id", "!=", exceptUserId);
  }
  return update.returning(["id", "user_id as userId"]).execute();
}

/** Devices that are paired, with a shift that ran out and that nobody ended. */
export function findDevicesLeft(db: Db, now: Date) {
  return db
    .selectFrom("sessions")
    .innerJoin("kiosks", "kiosks.id", "sessions.kiosk_id")
    .select(["kiosks.id as id", "kiosks.building_id as buildingId", "kiosks.user_id as userId"])
    .distinct()
    .whereRef("sessions.user_id", "!=", "kiosks.user_id")
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", "<=", now)
    .where("kiosks.taken_back_at", "is", null)
    .execute();
}

/** Ends the shifts at a device that ran out, whose own account is named. */
export function endShiftsLeft(trx: Trx, kiosk: { id: string; userId: string }, at: Date) {
  return trx
    .updateTable("sessions")
    .set({ ended_at: at })
    .where("kiosk_id", "=", kiosk.id)
    .where("user_id", "!=", kiosk.userId)
    .where("ended_at", "is", null)
    .where("expires_at", "<=", at)
    .returning("user_id as userId")
    .execute();
}

/** Whoever is on shift showed that they are there. */
export async function markPresent(db: Db, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ present_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}
