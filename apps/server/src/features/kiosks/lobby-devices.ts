import type { Services } from "../../platform/context.ts";
import { findPaired } from "./kiosks.queries.ts";

/** The devices of a building's lobby that a call can ring, those first at which somebody is on shift. */
export async function lobbyDevicesOf(
  { db, clock }: Services,
  buildingId: string,
): Promise<{ id: string; userId: string; isOnShift: boolean }[]> {
  const rows = await findPaired(db, { buildingId }, clock.now());
  const devices = rows.map(({ id, userId, isOnShift }) => ({ id, userId, isOnShift: isOnShift === true }));
  return [...devices.filter(({ isOnShift }) => isOnShift), ...devices.filter(({ isOnShift }) => !isOnShift)];
}

/** Such a device by its id: whom its calls are of, and where it is. */
export async function findLobbyDevice(
  { db, clock }: Services,
  id: string,
): Promise<{ userId: string; buildingId: string } | undefined> {
  const [row] = await findPaired(db, { id }, clock.now());
  return row && { userId: row.userId, buildingId: row.buildingId };
}
