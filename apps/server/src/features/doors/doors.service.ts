import { canClose, DOOR_CLOSE, type Door, type DoorAction } from "@umbral/contract/doors/doors.contract";
import { may } from "@umbral/contract/lib/policy";
import type { Actor, Person, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { isAuthorisedToday } from "../visits/authorised-visits.ts";
import { giveOrder, type Press } from "./door-orders.ts";
import { findAnsweredCall, findDoor, findDoors, findVisitorAt } from "./doors.queries.ts";

export async function listDoorsOf(
  { db }: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ doors: Door[] }> {
  const rows = await findDoors(db, buildingId);
  return {
    doors: rows.map((row) => {
      const cameras = row.cameras ?? [];
      return {
        id: row.id,
        name: row.name,
        localId: row.localId,
        scope: row.scope,
        cameras,
        cameraId: cameras[0]?.id ?? null,
        left: row.left,
        top: row.top,
        tower: { id: row.towerId, name: row.towerName },
        floor: { id: row.floorId, name: row.floorName },
        may: {
          operate: may(actor, "doors.operate", {
            buildingId,
            door: { scope: row.scope, towerId: row.towerId, floorId: row.floorId },
          }),
        },
      };
    }),
  };
}

/**
 * Opens or closes a door: finds it, asks whether this person may, writes the order and its audit line
 * down, sends it once, and returns only when the controller said that the relay moved.
 * @throws {Refused} with the reason when it did not
 */
export async function operateDoor(
  services: Services,
  hub: ControllerHub,
  actor: Person,
  press: Press,
): Promise<{ orderId: string; doorId: string; action: DoorAction }> {
  const { db } = services;
  // The line at the moment of the press: a controller that comes later was not asked.
  const line = await hub.lineOf(press.buildingId);
  const door = await findDoor(db, press.buildingId, press.door);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  if (!reaches(actor, door)) {
    throw new Refused("NOT_ALLOWED");
  }
  if (press.action === DOOR_CLOSE && !canClose(door.local_id)) {
    throw new Refused("DOOR_CANNOT_CLOSE");
  }
  if (press.callId !== undefined && !(await findAnsweredCall(db, press.callId, actor.id, press.buildingId))) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  if (press.visitorId !== undefined && !(await findVisitorAt(db, press.visitorId, press.callId))) {
    throw new Refused("NOT_FOUND");
  }
  if (press.visitId !== undefined && !(await mayOpenForVisit(services, actor, press, press.visitId))) {
    throw new Refused("NOT_FOUND");
  }

  return giveOrder(services, hub, actor, { ...press, doorId: door.id, line });
}

/** Who stands at the lobby opens for a visit that was authorised there today (decisions §5, origin CODE). */
async function mayOpenForVisit(
  services: Services,
  actor: Person,
  { buildingId, callId }: Press,
  visitId: string,
): Promise<boolean> {
  return (
    callId === undefined &&
    may(actor, "visits.authorise", { buildingId }) &&
    (await isAuthorisedToday(services, { visitId, buildingId }))
  );
}

/** Is there this door, and may this person operate it? */
export async function mayOperateDoor(
  { db }: Services,
  person: Person,
  buildingId: string,
  localId: string,
): Promise<boolean> {
  const door = await findDoor(db, buildingId, localId);
  return door !== undefined && reaches(person, door);
}

function reaches(person: Person, door: NonNullable<Awaited<ReturnType<typeof findDoor>>>): boolean {
  const place = { scope: door.scope, towerId: door.tower_id, floorId: door.floor_id };
  return may(person, "doors.operate", { buildingId: door.building_id, door: place });
}
