import type { DoorModeSettings } from "@umbral/contract/doors/door-modes.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { changeDevice } from "../controllers/device-changes.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import { lockMode, updateMode } from "./door-modes.queries.ts";

/**
 * Locks a door for all but a few until a time, or ends it. Controllers hear of it through their building's access list.
 * @throws {Refused} DOOR_NOT_FOUND, GRANT_IN_THE_PAST
 */
export async function setMode(
  services: Services,
  actor: Actor,
  id: string,
  mode: DoorModeSettings,
): Promise<{ door: { id: string } & DoorModeSettings }> {
  const lockedUntil = mode.lockedUntil === null ? null : new Date(mode.lockedUntil);
  if (lockedUntil !== null && lockedUntil <= services.clock.now()) {
    throw new Refused("GRANT_IN_THE_PAST");
  }
  await changeDevice(services, {
    actor,
    id,
    action: "doors.mode-changed",
    async hold(trx) {
      const door = await lockMode(trx, id);
      if (!door) {
        throw new Refused("DOOR_NOT_FOUND");
      }
      return { buildingId: door.buildingId, before: { lockedUntil: door.lockedUntil } };
    },
    write: (trx) => updateMode(trx, id, lockedUntil),
    after: () => ({ lockedUntil }),
    tell: (buildingId) => tellOfBuilding(services, buildingId),
  });
  return { door: { id, lockedUntil: lockedUntil?.toISOString() ?? null } };
}
