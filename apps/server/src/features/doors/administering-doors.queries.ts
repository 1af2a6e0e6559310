import type { DoorChange, DoorFields } from "@umbral/contract/doors/administering-doors.contract";
import type { Db, Trx } from "../../platform/database.ts";
import { doorsOnPlan } from "./doors.queries.ts";

/** Doors of a building, or one, with their relays and cameras. One question. */
export function findDoorSettings(db: Db, which: { buildingId: string } | { id: string }) {
  return doorsOnPlan(db)
    .select([
      "doors.lock_type as lockType",
      "doors.pulse_ms as pulseMs",
      "doors.relay as relay",
      "doors.contact as contact",
      "doors.held_open_after_seconds as heldOpenAfterSeconds",
      "doors.reader as reader",
      "doors.free_schedule_id as freeScheduleId",
      "doors.frees_in_emergency as freesInEmergency",
    ])
    .$if("buildingId" in which, (query) =>
      query.where("doors.building_id", "=", "buildingId" in which ? which.buildingId : ""),
    )
    .$if("id" in which, (query) => query.where("doors.id", "=", "id" in which ? which.id : ""))
    .execute();
}
export type DoorRow = Awaited<ReturnType<typeof findDoorSettings>>[number];

/** Devices as they are kept: closed. */
interface ClosedDevices {
  relay: string;
  contact: string | null;
}

/** A floor of this building, and its tower. */
export function findFloorOf(trx: Trx, buildingId: string, floorId: string) {
  return trx
    .selectFrom("floors")
    .innerJoin("towers", "towers.id", "floors.tower_id")
    .select(["floors.id as floorId", "towers.id as towerId"])
    .where("floors.id", "=", floorId)
    .where("towers.building_id", "=", buildingId)
    .executeTakeFirst();
}

export function lockDoor(trx: Trx, id: string) {
  return trx
    .selectFrom("doors")
    .select(["id", "building_id as buildingId", "local_id as localId", "relay", "contact"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedDoor = NonNullable<Awaited<ReturnType<typeof lockDoor>>>;

export async function insertDoor(
  trx: Trx,
  door: Omit<DoorFields, keyof ClosedDevices | "controllerId"> &
    ClosedDevices & { id: string; buildingId: string; towerId: string; controllerId: string | null },
): Promise<void> {
  await trx
    .insertInto("doors")
    .values({
      id: door.id,
      building_id: door.buildingId,
      controller_id: door.controllerId,
      tower_id: door.towerId,
      floor_id: door.floorId,
      name: door.name,
      local_id: door.localId,
      scope: door.scope,
      lock_type: door.lockType,
      pulse_ms: door.pulseMs,
      relay: door.relay,
      contact: door.contact,
      held_open_after_seconds: door.heldOpenAfterSeconds,
      reader: door.reader === null ? null : JSON.stringify(door.reader),
      free_schedule_id: door.freeScheduleId,
      frees_in_emergency: door.freesInEmergency,
      plan_left: door.left,
      plan_top: door.top,
    })
    .execute();
}

export async function updateDoor(
  trx: Trx,
  id: string,
  change: Omit<DoorChange, "cameraIds" | keyof ClosedDevices> & Partial<ClosedDevices> & { towerId?: string },
): Promise<void> {
  const { name, localId, floorId, towerId, scope, lockType, pulseMs, relay, left, top } = change;
  const { contact, heldOpenAfterSeconds, reader, freeScheduleId, freesInEmergency } = change;
  await trx
    .updateTable("doors")
    .set((eb) => ({
      name: name ?? eb.ref("name"),
      local_id: localId ?? eb.ref("local_id"),
      floor_id: floorId ?? eb.ref("floor_id"),
      tower_id: towerId ?? eb.ref("tower_id"),
      scope: scope ?? eb.ref("scope"),
      lock_type: lockType ?? eb.ref("lock_type"),
      pulse_ms: pulseMs ?? eb.ref("pulse_ms"),
      plan_left: left ?? eb.ref("plan_left"),
      plan_top: top ?? eb.ref("plan_top"),
      held_open_after_seconds: heldOpenAfterSeconds ?? eb.ref("held_open_after_seconds"),
      frees_in_emergency: freesInEmergency ?? eb.ref("frees_in_emergency"),
      ...(freeScheduleId === undefined ? {} : { free_schedule_id: freeScheduleId }),
      ...(relay === undefined ? {} : { relay }),
      ...(contact === undefined ? {} : { contact }),
      ...(reader === undefined ? {} : { reader: reader === null ? null : JSON.stringify(reader) }),
    }))
    .where("id", "=", id)
    .execute();
}

/** Of these cameras, those of this building. */
export async function findCamerasOf(
  trx: Trx,
  buildingId: string,
  cameraIds: readonly string[],
): Promise<string[]> {
  if (cameraIds.length === 0) {
    return [];
  }
  const rows = await trx
    .selectFrom("cameras")
    .select("id")
    .where("building_id", "=", buildingId)
    .where("id", "in", cameraIds)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives a door these cameras, in this order, and no others. */
export async function setCameras(
  trx: Trx,
  door: { id: string; buildingId: string },
  cameraIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom("door_cameras").where("door_id", "=", door.id).execute();
  if (cameraIds.length > 0) {
    await trx
      .insertInto("door_cameras")
      .values(
        cameraIds.map((cameraId, position) => ({
          door_id: door.id,
          camera_id: cameraId,
          building_id: door.buildingId,
          position,
        })),
      )
      .execute();
  }
}

export async function removeDoor(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("doors").where("id", "=", id).execute();
}
