import type {
  DoorChange,
  DoorFields,
  DoorSettings,
} from "@umbral/contract/doors/administering-doors.contract";
import { may } from "@umbral/contract/lib/policy";
import { withoutSecrets } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { keepTo } from "../access-control/schedules.service.ts";
import { controllerForNew } from "../controllers/controller-actions.ts";
import { Devices } from "../controllers/device-changes.ts";
import { closeContact, closeRelay, openDoorDevices } from "../controllers/door-devices.ts";
import { refuseTakenWires } from "../controllers/taken-wires.ts";
import {
  type DoorRow,
  findCamerasOf,
  findDoorSettings,
  findFloorOf,
  insertDoor,
  type LockedDoor,
  lockDoor,
  removeDoor,
  setCameras,
  updateDoor,
} from "./administering-doors.queries.ts";
import { refuseDividedBoard } from "./device-moves.ts";
import { canBeFree } from "./door-modes.ts";

/** The doors of a building with what only its administration sees of them. */
export async function readDoorsOf(
  services: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ doors: DoorSettings[] }> {
  const { db, gate } = services;
  // Its building stands in the body, which the gate does not read.
  const place = await gate.placeOf("building", buildingId);
  if (place === null || !may(actor, "buildings.administer", place)) {
    throw new Refused("NOT_FOUND");
  }
  const rows = await findDoorSettings(db, { buildingId });
  return { doors: rows.map((row) => asSettings(services, row)) };
}

/**
 * What a door did stays in the building's events, under its name, when it is removed. It is refused with RELAY_TAKEN,
 * PLACE_NOT_VALID for a floor, CAMERA_NOT_FOUND for a camera elsewhere, BOARD_DIVIDED for a board of another controller and
 * WIRE_TAKEN for a pin or a port that another device of its controller has.
 */
export const doors = new Devices<LockedDoor, DoorSettings, DoorFields, DoorChange>({
  room: "doors",
  unknown: "DOOR_NOT_FOUND",
  lock: lockDoor,
  async read(services, db, id) {
    const [row] = await findDoorSettings(db, { id });
    return row && asSettings(services, row);
  },
  async insert(services, trx, door, fields) {
    const { towerId } = await floorOf(trx, door.buildingId, fields.floorId);
    const relay = closeRelay(services, door.id, fields.relay, null);
    const contact = closeContact(services, door.id, fields.contact, null);
    await keepTo(trx, door.buildingId, fields.freeScheduleId);
    const controllerId = await controllerForNew(trx, { ...door, controllerId: fields.controllerId });
    await insertDoor(trx, { ...fields, ...door, relay, contact, towerId, controllerId });
    await refuseOnlyPulses(services, trx, { id: door.id, freeUntil: null });
    // It holds the building's row: of two who take one board, the later sees the earlier.
    await refuseTakenWires(trx, door.buildingId, { changed: door.id });
    await refuseDividedBoard(trx, [door.id]);
    await giveCameras(trx, door, fields.cameraIds);
  },
  async update(services, trx, door, { cameraIds, relay, contact, ...plain }) {
    const { id, buildingId } = door;
    const kept = openDoorDevices(services, door);
    await keepTo(trx, buildingId, plain.freeScheduleId ?? null);
    const place = plain.floorId === undefined ? {} : await floorOf(trx, buildingId, plain.floorId);
    await updateDoor(trx, id, {
      ...plain,
      ...place,
      ...(relay === undefined ? {} : { relay: closeRelay(services, id, relay, kept) }),
      ...(contact === undefined ? {} : { contact: closeContact(services, id, contact, kept) }),
    });
    await refuseOnlyPulses(services, trx, door);
    await refuseTakenWires(trx, buildingId, { changed: id });
    await refuseDividedBoard(trx, [id]);
    if (cameraIds !== undefined) {
      await giveCameras(trx, door, cameraIds);
    }
  },
  remove: removeDoor,
  refusalOf: (error) =>
    isDuplicate(error, "doors_one_relay") || isDuplicate(error, "doors_building_id_local_id_key")
      ? new Refused("RELAY_TAKEN", { errors: [{ property: "localId", message: "already exists" }] })
      : undefined,
});

async function floorOf(trx: Trx, buildingId: string, floorId: string) {
  const floor = await findFloorOf(trx, buildingId, floorId);
  if (!floor) {
    throw new Refused("PLACE_NOT_VALID", {
      errors: [{ property: "floorId", message: "no es del edificio" }],
    });
  }
  return floor;
}

/** A door that is to be free needs a relay that can be held: it is refused, and not left locked where people count on it. */
async function refuseOnlyPulses(
  services: Services,
  trx: Trx,
  { id, freeUntil }: Pick<LockedDoor, "id" | "freeUntil">,
): Promise<void> {
  const [door] = await findDoorSettings(trx, { id });
  const isFreeNow = freeUntil !== null && freeUntil > services.clock.now();
  if (
    door &&
    (isFreeNow || door.freeScheduleId !== null || door.freesInEmergency) &&
    !canBeFree(services, door)
  ) {
    throw new Refused("DOOR_ONLY_PULSES");
  }
}

async function giveCameras(
  trx: Trx,
  door: { id: string; buildingId: string },
  cameraIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(cameraIds)];
  if ((await findCamerasOf(trx, door.buildingId, wanted)).length < wanted.length) {
    throw new Refused("CAMERA_NOT_FOUND");
  }
  await setCameras(trx, door, wanted);
}

const asSettings = (services: Services, row: DoorRow): DoorSettings => {
  const { relay, contact } = openDoorDevices(services, row);
  return {
    id: row.id,
    name: row.name,
    localId: row.localId,
    scope: row.scope,
    lockType: row.lockType,
    pulseMs: row.pulseMs,
    relay: withoutSecrets(relay),
    left: row.left,
    top: row.top,
    tower: { id: row.towerId, name: row.towerName },
    floor: { id: row.floorId, name: row.floorName },
    cameras: row.cameras ?? [],
    contact: contact && withoutSecrets(contact),
    heldOpenAfterSeconds: row.heldOpenAfterSeconds,
    reader: row.reader,
    freeScheduleId: row.freeScheduleId,
    freesInEmergency: row.freesInEmergency,
    controllerId: row.controllerId,
  };
};
