import type { Leaf } from "@umbral/contract/doors/doors.contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/**
 * Keeps where a controller's leaves are, and forgets those of which it says nothing. A clock that is ahead moved none in
 * the future.
 * @returns the cameras of the doors whose leaf is elsewhere now
 */
export async function replaceLeaves(
  db: Db,
  controllerId: string,
  leaves: readonly { doorId: string; is: Leaf; since: string }[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ cameraId: string }>`
    with told as (
      select doors.id as door_id, leaf.is as leaf, least(leaf.since, ${now}::timestamptz) as since
      from jsonb_to_recordset(${JSON.stringify(leaves)}::jsonb) as leaf("doorId" uuid, "is" text, since timestamptz)
      join doors on doors.id = leaf."doorId" and doors.controller_id = ${controllerId}
    ), gone as (
      delete from door_leaves
      where door_id in (select id from doors where controller_id = ${controllerId})
        and door_id not in (select door_id from told)
      returning door_id
    ), moved as (
      insert into door_leaves (door_id, leaf, since)
      select distinct on (door_id) door_id, leaf, since from told order by door_id
      on conflict (door_id) do update set leaf = excluded.leaf, since = excluded.since
        where (door_leaves.leaf, door_leaves.since) is distinct from (excluded.leaf, excluded.since)
      returning door_id
    )
    select camera_id as "cameraId" from door_cameras
    where door_id in (select door_id from gone union all select door_id from moved)`.execute(db);
  return rows.map(({ cameraId }) => cameraId);
}
