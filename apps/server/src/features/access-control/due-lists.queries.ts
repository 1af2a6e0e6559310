import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** A list that says that it was reckoned later than this from now is not believed: a date was wrong. */
const AHEAD_MS = 60_000;

/** When a building's whole list is to be reckoned. */
export interface DueRule {
  /** It was not since then. */
  since: Date;
  now: Date;
  /** Or it was by another program than this one, which may make other entries of the same; null where that does not count. */
  program: string | null;
}

/**
 * Buildings whose whole list is to be reckoned.
 * @param ofThem only this one of them is asked for
 * @param order whoever begins at the same time with another word here takes them in another order
 */
export async function findDueBuildings(
  db: Db,
  { since, now, program }: DueRule,
  { ofThem, order }: { ofThem?: string; order: string },
): Promise<string[]> {
  const latest = new Date(now.getTime() + AHEAD_MS);
  const isOfAnother = sql`access_heads.reckoned_by is distinct from ${program}
    or access_heads.reckoned_number is distinct from access_heads.number`;
  const { rows } = await sql<{ id: string }>`
    select buildings.id from buildings left join access_heads on access_heads.building_id = buildings.id
    where ${ofThem === undefined ? sql`true` : sql`buildings.id = ${ofThem}`}
      and (access_heads.reckoned_at is null or access_heads.reckoned_at not between ${since} and ${latest}
        ${program === null ? sql`` : sql`or ${isOfAnother}`})
    order by md5(buildings.id::text || ${order}::text)`.execute(db);
  return rows.map(({ id }) => id);
}

/** A building's whole list begins to be reckoned. Until that is noted as done, and for ever if it is not, it is due. */
export async function noteBegun(db: Db, buildingId: string, program: string): Promise<void> {
  await sql`
    update access_heads set reckoned_at = null, reckoned_by = ${program}, reckoned_number = number
    where building_id = ${buildingId}`.execute(db);
}

/** It is reckoned as of then, unless another program wrote into it meanwhile or some of it was said to be wrong. */
export async function noteReckoned(
  db: Db,
  buildingId: string,
  { at, program }: { at: Date; program: string },
): Promise<void> {
  await sql`
    update access_heads set reckoned_at = ${at}
    where building_id = ${buildingId} and reckoned_by = ${program} and reckoned_number = number`.execute(db);
}

/** Some of it could not be reckoned: it is due, whoever may be at it now. */
export async function noteWrong(db: Db, buildingId: string): Promise<void> {
  await sql`
    update access_heads set reckoned_at = null, reckoned_number = null where building_id = ${buildingId}`.execute(
    db,
  );
}
