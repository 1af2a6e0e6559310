import type { DoorChange, DoorFields } from "@umbral/contract/doors/administering-doors.contract";
import { selectOf, toColumns } from "../../platform/columns.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { asJson } from "../../platform/json-column.ts";
import type { Tables } from "../../platform/tables.ts";
import { doorsOnPlan } from "./doors.queries.ts";

/** Where the form's fields are kept, but for whose it is and its cameras. One that stands not here does not compile. */
const formColumns = {
  name: "name",
  localId: "local_id",
  floorId: "floor_id",
  scope: "scope",
  lockType: "lock_type",
  pulseMs: "pulse_ms",
  relay: "relay",
  left: "plan_left",
  top: "plan_top",
  contact: "contact",
  heldOpenAfterSeconds: "held_open_after_seconds",
  reader: "reader",
  freeScheduleId: "free_schedule_id",
  freesInEmergency: "frees_in_emergency",
} as const satisfies Record<Exclude<keyof DoorFields, "cameraIds" | "controllerId">, keyof Tables["doors"]>;

/** Doors of a building, or one, with their relays and cameras. One question. */
export function findDoorSettings(db: Db, which: { buildingId: string } | { id: string }) {
  return doorsOnPlan(db)
    .select(selectOf("doors", formColumns))
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
    .select([
      "id",
      "building_id as buildingId",
      "local_id as localId",
      "relay",
      "contact",
      "free_until as freeUntil",
    ])
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
      ...toColumns(formColumns, { ...door, reader: asJson(door.reader) }),
    })
    .execute();
}

export async function updateDoor(
  trx: Trx,
  id: string,
  change: Omit<DoorChange, "cameraIds" | keyof ClosedDevices> & Partial<ClosedDevices> & { towerId?: string },
): Promise<void> {
  await trx
    .updateTable("doors")
    .set({
      id,
      ...(change.towerId === undefined ? {} : { tower_id: change.towerId }),
      ...toColumns(formColumns, { ...change, reader: asJson(change.reader) }),
    })
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
