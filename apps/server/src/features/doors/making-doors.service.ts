import type { DoorChange, DoorFields, DoorSettings } from "@umbral/contract/doors/making-doors.contract";
import { may } from "@umbral/contract/lib/policy";
import { withoutSecrets } from "../../platform/address-secrets.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { type Db, isDuplicate, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import type { AuditLine } from "../audit/audit-line.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { tellController } from "../controllers/controller-news.ts";
import { closeContact, closeRelay, openDoorDevices } from "../controllers/door-devices.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import {
  type DoorRow,
  findCamerasOf,
  findDoorSettings,
  findFloorOf,
  insertDoor,
  lockDoor,
  removeDoor,
  setCameras,
  updateDoor,
} from "./making-doors.queries.ts";

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
 * Makes a door and tells the controller of it.
 * @throws {Refused} RELAY_TAKEN, PLACE_NOT_VALID for a floor and CAMERA_NOT_FOUND for a camera elsewhere
 */
export async function makeDoor(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  buildingId: string,
  fields: DoorFields,
): Promise<{ door: DoorSettings }> {
  const { db, newId } = services;
  const id = newId();
  await db
    .transaction()
    .execute(async (trx) => {
      const { towerId } = await floorOf(trx, buildingId, fields.floorId);
      const relay = closeRelay(services, id, fields.relay, null);
      const contact = closeContact(services, id, fields.contact, null);
      await insertDoor(trx, { ...fields, relay, contact, id, buildingId, towerId });
      await giveCameras(trx, { id, buildingId }, fields.cameraIds);
      await writeDown(services, trx, actor, {
        action: "doors.created",
        id,
        buildingId,
        detail: {},
        change: changeOf(null, {}, await readOne(services, trx, id)),
      });
    })
    .catch(refuseTakenRelay);
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { door: await readOne(services, db, id) };
}

/**
 * Changes what is named, and tells the controller.
 * @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine
 */
export async function changeDoorOf(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
  change: DoorChange,
): Promise<{ door: DoorSettings }> {
  const { db } = services;
  const fields = Object.keys(change);
  const buildingId = await db
    .transaction()
    .execute(async (trx) => {
      const door = await lockKnown(trx, id);
      const before = await readOne(services, trx, id);
      const { cameraIds, relay, contact, ...plain } = change;
      const kept = openDoorDevices(services, door);
      const place = change.floorId === undefined ? {} : await floorOf(trx, door.buildingId, change.floorId);
      await updateDoor(trx, id, {
        ...plain,
        ...place,
        ...(relay === undefined ? {} : { relay: closeRelay(services, id, relay, kept) }),
        ...(contact === undefined ? {} : { contact: closeContact(services, id, contact, kept) }),
      });
      if (cameraIds !== undefined) {
        await giveCameras(trx, door, cameraIds);
      }
      if (fields.length > 0) {
        await writeDown(services, trx, actor, {
          action: "doors.changed",
          id,
          buildingId: door.buildingId,
          detail: { fields: fields.join(" ") },
          change: changeOf(null, before, await readOne(services, trx, id)),
        });
      }
      return door.buildingId;
    })
    .catch(refuseTakenRelay);
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { door: await readOne(services, db, id) };
}

/** What it did stays in the building's events, under its name. */
export async function dropDoor(
  services: Services,
  hub: ControllerHub,
  actor: Actor,
  id: string,
): Promise<{ ok: true }> {
  const buildingId = await services.db.transaction().execute(async (trx) => {
    const door = await lockKnown(trx, id);
    const before = await readOne(services, trx, id);
    await removeDoor(trx, id);
    await writeDown(services, trx, actor, {
      action: "doors.deleted",
      id,
      buildingId: door.buildingId,
      detail: {},
      change: changeOf(null, before, {}),
    });
    return door.buildingId;
  });
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
  return { ok: true };
}

async function lockKnown(trx: Trx, id: string) {
  const door = await lockDoor(trx, id);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  return door;
}

async function floorOf(trx: Trx, buildingId: string, floorId: string) {
  const floor = await findFloorOf(trx, buildingId, floorId);
  if (!floor) {
    throw new Refused("PLACE_NOT_VALID", {
      errors: [{ property: "floorId", message: "no es del edificio" }],
    });
  }
  return floor;
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

async function readOne(services: Services, db: Db, id: string): Promise<DoorSettings> {
  const [row] = await findDoorSettings(db, { id });
  if (!row) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  return asSettings(services, row);
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
  };
};

/** Two at once: the database lets one of them have the relay. */
function refuseTakenRelay(error: unknown): never {
  const isTaken =
    isDuplicate(error, "doors_one_relay") || isDuplicate(error, "doors_building_id_local_id_key");
  throw isTaken
    ? new Refused("RELAY_TAKEN", { errors: [{ property: "localId", message: "already exists" }] })
    : error;
}

function writeDown(
  { clock }: Services,
  trx: Trx,
  actor: Actor,
  deed: Pick<AuditLine, "action" | "detail" | "change"> & { id: string; buildingId: string },
): Promise<void> {
  const { id, buildingId, ...told } = deed;
  return writeAuditLine(trx, {
    buildingId,
    actorId: actor.id,
    ...told,
    subjectId: id,
    at: clock.now(),
  });
}
