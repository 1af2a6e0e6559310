import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** A door by which one goes to a home. */
export interface DoorOnWay {
  id: string;
  localId: string;
  scope: "building" | "tower" | "floor";
  /** Null for none yet. */
  controllerId: string | null;
  hasKeypad: boolean;
  /** Where the home is that was asked about; null of both without one. */
  homeTowerId: string | null;
  homeFloorId: string | null;
}

/** The common doors of a building and those of a home's tower and floor, by their numbers. */
export async function findDoorsOnWay(
  db: Db,
  buildingId: string,
  apartmentId: string | null,
): Promise<DoorOnWay[]> {
  const { rows } = await sql<DoorOnWay>`
    select doors.id, doors.local_id as "localId", doors.scope, doors.controller_id as "controllerId",
      coalesce((doors.reader ->> 'hasKeypad')::boolean, false) as "hasKeypad",
      apartments.tower_id as "homeTowerId", apartments.floor_id as "homeFloorId"
    from doors
    left join apartments on apartments.id = ${apartmentId}::uuid and apartments.building_id = doors.building_id
    where doors.building_id = ${buildingId}
      and (doors.scope = 'building' or (doors.scope = 'tower' and doors.tower_id = apartments.tower_id)
        or (doors.scope = 'floor' and doors.floor_id = apartments.floor_id))
    order by doors.local_id collate natural_order`.execute(db);
  return rows;
}

/** The levels that those who live in a building have by it. */
export async function findLevelsOfResidents(db: Db, buildingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from access_levels where building_id = ${buildingId} and 'RESIDENTE' = any(for_roles)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
