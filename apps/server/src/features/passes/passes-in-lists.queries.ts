import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { PassForList } from "../access-control/pass-source.ts";

/** How many may come in by a pass, and how many did. */
export async function findNumbers(db: Db, passId: string) {
  return db
    .selectFrom("passes")
    .select((eb) => ["entries", "entered", eb("taken_back_at", "is not", null).as("isTakenBack")])
    .where("id", "=", passId)
    .executeTakeFirst();
}

/** One that is over stays for a day: at a keypad it is refused as such, and is no guess. */
const isLiving = (now: Date) => sql<boolean>`
  passes.taken_back_at is null and passes.code_digest is not null
  and passes.ends_at > ${now}::timestamptz - interval '1 day'`;

/** Those of these passes of a building that may be asked for. */
export async function findLiving(
  db: Db,
  { buildingId, passIds, now }: { buildingId: string; passIds: readonly string[]; now: Date },
): Promise<PassForList[]> {
  const { rows } = await sql<PassForList>`
    select passes.id, encode(passes.code_digest, 'hex') as "digest", passes.starts_at as "startsAt",
      passes.ends_at as "endsAt", passes.hours, passes.entries, passes.entered,
      passes.controller_id as "controllerId", apartments.tower_id as "towerId", apartments.floor_id as "floorId",
      case when passes.entries is not null and passes.entered > 0 then (
        select max(at) from pass_movements where pass_movements.pass_id = passes.id and kind = 'in'
      ) end as "enteredAt"
    from passes left join apartments on apartments.id = passes.apartment_id
    where passes.id = any(${[...passIds]}::uuid[]) and passes.building_id = ${buildingId} and ${isLiving(now)}
    order by passes.id`.execute(db);
  return rows;
}

/** All of a building that may be asked for. */
export async function findLivingIds(db: Db, buildingId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from passes where passes.building_id = ${buildingId} and ${isLiving(now)} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Digits of the longest code that may be asked for in a building; null without any. */
export async function longestCode(db: Db, buildingId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ digits: number | null }>`
    select max(digits)::int as "digits" from passes
    where passes.building_id = ${buildingId} and ${isLiving(now)}`.execute(db);
  return rows[0]?.digits ?? null;
}
