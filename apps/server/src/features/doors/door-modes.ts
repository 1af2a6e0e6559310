import { isDeepStrictEqual } from "node:util";
import type { DoorState } from "@umbral/contract/access-control/decision";
import { canHold } from "@umbral/contract/doors/door-devices";
import type { DoorModeNow, DoorModeSettings, FreeOrigin } from "@umbral/contract/doors/door-modes.contract";
import { canClose } from "@umbral/contract/doors/doors.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { Refused } from "../../platform/refused.ts";
import { changeDevice } from "../controllers/device-changes.ts";
import { openRelay } from "../controllers/door-devices.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import { lockMode, updateMode } from "./door-modes.queries.ts";

/**
 * Locks a door for all but a few until a time, leaves it free until one, or ends it. Controllers hear of it through their
 * building's access list.
 * @param ifStill what the door must be for it
 * @throws {Refused} DOOR_NOT_FOUND, GRANT_IN_THE_PAST, DOOR_ONLY_PULSES, DOOR_MODE_CHANGED
 */
export async function setMode(
  services: Services,
  actor: Actor,
  id: string,
  { ifStill, ...mode }: DoorModeSettings & { ifStill?: DoorModeSettings | undefined },
): Promise<{ door: { id: string } & DoorModeSettings; before: DoorModeSettings }> {
  const now = services.clock.now();
  const momentOf = (iso: string | null) => (iso === null ? null : new Date(iso));
  const wanted = { lockedUntil: momentOf(mode.lockedUntil), freeUntil: momentOf(mode.freeUntil) };
  if (Object.values(wanted).some((until) => until !== null && until <= now)) {
    throw new Refused("GRANT_IN_THE_PAST");
  }
  // What is over can be given to no door again.
  const said = (until: Date | null) => (until !== null && until > now ? until.toISOString() : null);
  const settingsOf = ({ lockedUntil, freeUntil }: typeof wanted) => ({
    lockedUntil: said(lockedUntil),
    freeUntil: said(freeUntil),
  });
  const { before } = await changeDevice(services, {
    actor,
    id,
    action: "doors.mode-changed",
    async hold(trx) {
      const door = await lockMode(trx, id);
      if (!door) {
        throw new Refused("DOOR_NOT_FOUND");
      }
      refuseUnproven(actor, { buildingId: door.buildingId });
      if (wanted.freeUntil !== null && !canBeFree(services, door)) {
        throw new Refused("DOOR_ONLY_PULSES");
      }
      if (ifStill !== undefined && !isDeepStrictEqual(settingsOf(door), ifStill)) {
        throw new Refused("DOOR_MODE_CHANGED");
      }
      const { buildingId, lockedUntil, freeUntil } = door;
      return { buildingId, before: { lockedUntil, freeUntil } };
    },
    write: (trx) => updateMode(trx, id, wanted),
    after: () => wanted,
    tell: (buildingId) => tellOfBuilding(services, buildingId),
  });
  return { door: { id, ...settingsOf(wanted) }, before: settingsOf(before) };
}

/** Can its relay be held, or does it only pulse? */
export const canBeFree = (
  services: Parameters<typeof openRelay>[0],
  door: Parameters<typeof openRelay>[1] & { localId: string },
): boolean => canHold(openRelay(services, door), canClose(door.localId));

/**
 * What a door is now, as it is shown. Its controller's word comes first: it holds the relay.
 * @param freeBy why its controller holds it; null when it does not
 */
export function modeNow(state: DoorState, freeBy: FreeOrigin | null): DoorModeNow | undefined {
  const until = "until" in state && state.until !== null ? new Date(state.until).toISOString() : null;
  if (state.mode === "free" && (freeBy === null || freeBy === state.origin)) {
    return { mode: "free", until, origin: state.origin, isConfirmed: freeBy !== null };
  }
  if (freeBy === "ALARM" || (freeBy !== null && state.mode === "normal")) {
    // An emergency, or an end of which its controller has not heard yet: then nobody can say until when.
    return { mode: "free", until: null, origin: freeBy, isConfirmed: true };
  }
  if (state.mode === "free") {
    return { mode: "free", until, origin: state.origin, isConfirmed: true };
  }
  return state.mode === "locked" ? { mode: "locked", until, origin: null, isConfirmed: true } : undefined;
}
