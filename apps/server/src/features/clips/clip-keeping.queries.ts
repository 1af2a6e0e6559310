import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** The building's entrance, by its relay (decisions §5). */
const ENTRANCE = "1";

/**
 * The first camera of the entrance, and of the first door with one on this home's floor, with whose they are; none where the
 * building keeps no clips.
 */
export async function findCamerasOf(
  db: Db,
  { buildingId, homeId }: { buildingId: string; homeId: string | null },
): Promise<{ cameraId: string; controllerId: string }[]> {
  const { rows } = await sql<{ cameraId: string; controllerId: string }>`
    with seen as (
      select doors.local_id, doors.floor_id, first_one.id, first_one.controller_id
      from doors cross join lateral (
        select cameras.id, cameras.controller_id
        from door_cameras join cameras on cameras.id = door_cameras.camera_id
        where door_cameras.door_id = doors.id
        order by door_cameras.position limit 1
      ) first_one
      where doors.building_id = ${buildingId}
        and exists (select from buildings where id = ${buildingId} and keeps_clips)
    ), chosen as (
      select id, controller_id from seen where local_id = ${ENTRANCE}
      union
      (select id, controller_id from seen
        where floor_id = (select floor_id from apartments where id = ${homeId}::uuid and building_id = ${buildingId})
        order by local_id collate natural_order limit 1)
    )
    select id as "cameraId", controller_id as "controllerId" from chosen where controller_id is not null`.execute(
    db,
  );
  return rows;
}
