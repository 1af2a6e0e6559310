import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import {
  endKioskSessions,
  endShiftsLeft,
  findDevicesLeft,
  insertKioskSession,
  markPresent,
} from "./kiosk-sessions.queries.ts";
import { sessionEnd } from "./session-length.ts";

/** Opens a session at a device of the lobby: the device's own, or a shift, whose person is there now. */
export async function openKioskSession(
  { newId, clock }: Services,
  trx: Trx,
  {
    kiosk,
    userId,
    userAgent,
  }: { kiosk: { id: string; buildingId: string }; userId: string; userAgent: string },
  isShift: boolean,
): Promise<{ id: string; createdAt: Date }> {
  const createdAt = clock.now();
  const { id: kioskId, buildingId } = kiosk;
  const spaces = isShift ? [{ role: "PORTERIA" as const, buildingId, apartmentId: null }] : [];
  const session = {
    id: newId(),
    kioskId,
    userId,
    createdAt,
    expiresAt: sessionEnd({ userType: "USER", spaces, kiosk }, createdAt),
    userAgent,
    presentAt: isShift ? createdAt : null,
  };
  await insertKioskSession(trx, session);
  return session;
}

/** Ends every session at a device. @returns which, and whose */
export const endSessionsAt = (trx: Trx, kioskId: string, at: Date) =>
  endKioskSessions(trx, kioskId, null, at);

/** Ends the shift that runs at a device, whose own account is named. @returns its session, and whose it was */
export const endShiftAt = (trx: Trx, kiosk: { id: string; userId: string }, at: Date) =>
  endKioskSessions(trx, kiosk.id, kiosk.userId, at);

export { endShiftsLeft, findDevicesLeft, markPresent };
