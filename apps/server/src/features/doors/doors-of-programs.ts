import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import type { OutsideDoor } from "@umbral/contract/integrations/outside.contract";
import type { Services, TokenCaller } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { standingOf } from "../access-control/standing.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { modeNow } from "./door-modes.ts";
import { giveOrder } from "./door-orders.ts";
import { findDoor, findDoors } from "./doors.queries.ts";
import { lineOfDoor } from "./doors.service.ts";

/** The doors of a program's building, and how each is. */
export async function doorsForProgram(
  { db, clock }: Services,
  hub: ControllerHub,
  { buildingId, accountId, rights, doorIds }: TokenCaller,
): Promise<{ doors: OutsideDoor[] }> {
  const [rows, standing, present] = await Promise.all([
    findDoors(db, buildingId, accountId),
    standingOf(db, { buildingId, userId: accountId, at: clock.now() }),
    hub.lines.presentControllers(buildingId),
  ]);
  const opens = new Set(rights.includes("doors:open") ? doorIds : []);
  return {
    doors: rows.map((row) => {
      const line = row.controllerId === null ? "none" : present.has(row.controllerId) ? "online" : "away";
      const mode = modeNow(standing.modeOf(row.id), row.freeBy);
      return {
        id: row.id,
        name: row.name,
        line,
        ...(mode ? { mode } : {}),
        ...(line === "online" && row.leaf && row.leafSince
          ? { leaf: { is: row.leaf, since: row.leafSince.toISOString() } }
          : {}),
        ...(row.jammedSince ? { jammedSince: row.jammedSince.toISOString() } : {}),
        mayOpen: opens.has(row.id),
      };
    }),
  };
}

/**
 * Opens a door for a program, as a press of the app's does: written down, sent once, and answered when the controller
 * said that the relay moved. A door that is locked for all but a few is locked for programs.
 * @throws {Refused} with the reason when it did not
 */
export async function openForProgram(
  services: Services,
  hub: ControllerHub,
  caller: TokenCaller,
  press: { doorId: string; requestId: string | undefined; pressedAt: number },
): Promise<{ orderId: string; doorId: string }> {
  const { db, clock } = services;
  const { buildingId, accountId, tokenId } = caller;
  const door = await findDoor(db, buildingId, press.doorId);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  if (!caller.doorIds.includes(door.id)) {
    throw new Refused("TOKEN_MAY_NOT");
  }
  // The line at the moment of the press: a controller that comes later was not asked.
  const [line, standing] = await Promise.all([
    lineOfDoor(hub, door),
    standingOf(db, { buildingId, userId: accountId, at: clock.now() }),
  ]);
  if (standing.modeOf(door.id).mode === "locked") {
    throw new Refused("DOOR_LOCKED");
  }
  if (door.controllerId === null) {
    throw new Refused("DOOR_NO_CONTROLLER");
  }
  const { orderId, doorId } = await giveOrder(
    services,
    hub,
    { id: accountId },
    { ...press, buildingId, door: door.id, action: DOOR_OPEN, tokenId, line },
  );
  return { orderId, doorId };
}
