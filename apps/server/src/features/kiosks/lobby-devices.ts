import type { Services } from "../../platform/context.ts";
import { findKiosks, type KioskRow } from "./kiosks.queries.ts";

/** The devices of a building's lobby that a call can ring, those first at which somebody is on shift. */
export async function lobbyDevicesOf(
  { db, clock }: Services,
  buildingId: string,
): Promise<{ id: string; userId: string; isOnShift: boolean }[]> {
  const rows = (await findKiosks(db, { buildingId }, clock.now())).filter(canRing);
  const devices = rows.map(({ id, userId, onShiftId }) => ({ id, userId, isOnShift: onShiftId !== null }));
  return [...devices.filter(({ isOnShift }) => isOnShift), ...devices.filter(({ isOnShift }) => !isOnShift)];
}

/** Such a device by its id: whom its calls are of, and where it is. */
export async function findLobbyDevice(
  { db, clock }: Services,
  id: string,
): Promise<{ userId: string; buildingId: string } | undefined> {
  const row = (await findKiosks(db, { id }, clock.now())).find(canRing);
  return row && { userId: row.userId, buildingId: row.buildingId };
}

const canRing = ({ sessionId }: KioskRow): boolean => sessionId !== null;
