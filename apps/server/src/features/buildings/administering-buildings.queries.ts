import type {
  BuildingChange,
  BuildingFields,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { sql } from "kysely";
import { selectOf, toColumns } from "../../platform/columns.ts";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";

const naturally = (column: string) => sql`${sql.ref(column)} collate natural_order`;

/** Where the form's fields are kept. One that stands not here does not compile. */
const formColumns = {
  name: "name",
  address1: "address1",
  city: "city",
  state: "state",
  type: "type",
  timeZone: "time_zone",
  opensByPhone: "opens_by_phone",
  siren: "siren",
  intrusionRetentionDays: "intrusion_retention_days",
  keepsClips: "keeps_clips",
  clipsKeptDays: "clips_kept_days",
  clipsFetched: "clips_fetched",
  identityRetentionDays: "identity_retention_days",
  deskPicture: "desk_picture",
  deskDocument: "desk_document",
} as const satisfies Record<keyof BuildingFields, keyof Tables["buildings"]>;

export function findSettings(db: Db, buildingId: string) {
  return db
    .selectFrom("buildings")
    .select(["buildings.id as id", ...selectOf("buildings", formColumns)])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}

/** @param fields its siren is closed */
export async function insertBuilding(
  trx: Trx,
  id: string,
  fields: Omit<BuildingFields, "siren"> & { siren: string | null },
): Promise<void> {
  await trx
    .insertInto("buildings")
    .values({ id, ...toColumns(formColumns, fields) })
    .execute();
}

/** @param change a siren in it is closed */
export async function updateBuilding(
  trx: Trx,
  id: string,
  change: Omit<BuildingChange, "siren"> & { siren?: string | null },
): Promise<void> {
  await trx
    .updateTable("buildings")
    .set({ id, ...toColumns(formColumns, change) })
    .where("id", "=", id)
    .execute();
}

/** Locks a building so that nothing can be put into it while it is decided about. */
export function lockBuilding(trx: Trx, id: string) {
  return trx
    .selectFrom("buildings")
    .select(["id", "siren"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Does anything belong to this building: places, devices, people without an account, or what happened there? */
export async function isBuildingUsed(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from towers where building_id = ${id})
    or exists (select 1 from cameras where building_id = ${id})
    or exists (select 1 from controllers where building_id = ${id})
    or exists (select 1 from kiosks where building_id = ${id} and taken_back_at is null)
    or exists (select 1 from card_holders where building_id = ${id})
    or exists (select 1 from open_door_events where building_id = ${id})
    or exists (select 1 from access_events where building_id = ${id})
    or exists (select 1 from intrusion_events where building_id = ${id})
    or exists (select 1 from alarms where building_id = ${id})
    or exists (select 1 from calls where building_id = ${id})
    or exists (select 1 from visits where building_id = ${id})
    or exists (select 1 from passes where building_id = ${id})
    or exists (select 1 from parcels where building_id = ${id})
    or exists (select 1 from logbook_lines where building_id = ${id}) as used`.execute(trx);
  return rows[0]?.used ?? true;
}

export async function removeBuilding(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("buildings").where("id", "=", id).execute();
}

/** Towers of a building with their floors and how much stands on each: one question. */
export function findTowerFloors(db: Db, buildingId: string) {
  return db
    .selectFrom("towers")
    .leftJoin("floors", "floors.tower_id", "towers.id")
    .select((eb) => [
      "towers.id as towerId",
      "towers.name as towerName",
      "floors.id as floorId",
      "floors.name as floorName",
      "floors.plan_file_id as planFileId",
      eb
        .selectFrom("apartments")
        .whereRef("apartments.floor_id", "=", "floors.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("apartments"),
      eb
        .selectFrom("doors")
        .whereRef("doors.floor_id", "=", "floors.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("doors"),
    ])
    .where("towers.building_id", "=", buildingId)
    .orderBy(naturally("towers.name"))
    .orderBy("towers.id")
    .orderBy(naturally("floors.name"))
    .execute();
}

export async function insertTower(
  trx: Trx,
  tower: { id: string; buildingId: string; name: string },
): Promise<void> {
  await trx
    .insertInto("towers")
    .values({ id: tower.id, building_id: tower.buildingId, name: tower.name })
    .execute();
}

export async function renameTower(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable("towers").set({ name }).where("id", "=", id).execute();
}

export function lockTower(trx: Trx, id: string) {
  return trx
    .selectFrom("towers")
    .select(["id", "name", "building_id as buildingId"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasFloors(trx: Trx, towerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("floors")
    .select("id")
    .where("tower_id", "=", towerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeTower(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("towers").where("id", "=", id).execute();
}

export async function insertFloor(
  trx: Trx,
  floor: { id: string; towerId: string; name: string; planFileId: string | null },
): Promise<void> {
  await trx
    .insertInto("floors")
    .values({ id: floor.id, tower_id: floor.towerId, name: floor.name, plan_file_id: floor.planFileId })
    .execute();
}

/** Changes what is given. @returns the floor as it is then */
export function updateFloor(
  trx: Trx,
  id: string,
  change: { name?: string | undefined; planFileId?: string | undefined },
) {
  return trx
    .updateTable("floors")
    .set((eb) => ({
      name: change.name ?? eb.ref("name"),
      plan_file_id: change.planFileId ?? eb.ref("plan_file_id"),
    }))
    .where("id", "=", id)
    .returning(["id", "name", "plan_file_id as planFileId"])
    .executeTakeFirst();
}

export function lockFloor(trx: Trx, id: string) {
  return trx
    .selectFrom("floors")
    .innerJoin("towers", "towers.id", "floors.tower_id")
    .select([
      "floors.id as id",
      "floors.name as name",
      "floors.plan_file_id as planFileId",
      "floors.tower_id as towerId",
      "towers.name as tower",
      "towers.building_id as buildingId",
    ])
    .where("floors.id", "=", id)
    .forUpdate("floors")
    .executeTakeFirst();
}

/** Does a home or a door stand on this floor? */
export async function isFloorUsed(trx: Trx, floorId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select 1 from apartments where floor_id = ${floorId})
    or exists (select 1 from doors where floor_id = ${floorId}) as used`.execute(trx);
  return rows[0]?.used ?? true;
}

export async function removeFloor(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("floors").where("id", "=", id).execute();
}
