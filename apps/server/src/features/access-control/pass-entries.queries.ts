import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import {
  type EntryTable,
  findPresentIn,
  type PresentEntry,
  type WrittenEntry,
  writeInto,
} from "./access-list.queries.ts";

/** Entries of some passes that are not gone, and others by name. */
export const findPresentPasses = (
  trx: Trx,
  buildingId: string,
  { passIds, keys }: { passIds: readonly string[]; keys: readonly string[] },
): Promise<PresentEntry[]> =>
  findPresentIn(
    trx,
    buildingId,
    { from: sql`from access_pass_entries`, isTheirs: sql`pass_id = any(${[...passIds]}::uuid[])` },
    keys,
  );

/** The ways of a building that are not gone, and whether any pass goes them. */
export async function findWays(
  trx: Trx,
  buildingId: string,
): Promise<(PresentEntry & { isGone: boolean })[]> {
  const { rows } = await sql<PresentEntry & { isGone: boolean }>`
    select key, digest, not exists (
      select from access_pass_entries passes
      where passes.building_id = ways.building_id and passes.way_key = ways.key and passes.body is not null
    ) as "isGone"
    from access_pass_entries ways
    where ways.building_id = ${buildingId} and ways.pass_id is null and ways.body is not null`.execute(trx);
  return rows;
}

/** The passes that a building's list has. */
export async function findPassesInList(db: Db, buildingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select pass_id as "id" from access_pass_entries
    where building_id = ${buildingId} and pass_id is not null and body is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which way a pass goes may change; whose a gone entry was stays. */
const ofPasses: EntryTable = {
  insertInto: sql`insert into access_pass_entries`,
  owners: sql`pass_id, way_key`,
  ownersOf: (column) => sql`${column("passId")}::uuid[], ${column("wayKey")}::text[]`,
  keep: sql`pass_id = coalesce(excluded.pass_id, access_pass_entries.pass_id), way_key = excluded.way_key`,
};

/** Writes entries of passes and ways. */
export const writePassEntries = (
  trx: Trx,
  buildingId: string,
  entries: readonly WrittenEntry[],
): Promise<void> => writeInto(trx, buildingId, ofPasses, entries);

/**
 * Lets go of what was in a list long ago: passes are many. Who is further behind is told the whole, because the digests
 * differ then.
 */
export async function deleteGonePasses(db: Db, buildingId: string, most: number): Promise<void> {
  await sql`
    delete from access_pass_entries using access_heads
    where access_pass_entries.building_id = ${buildingId} and access_heads.building_id = ${buildingId}
      and access_pass_entries.body is null
      and access_pass_entries.number < access_heads.number - ${most}`.execute(db);
}

/** Passes that changed and were not reckoned yet, the oldest first. */
export function findStalePasses(db: Db, most: number) {
  return db
    .selectFrom("access_stale_passes")
    .select(["id", "building_id as buildingId", "pass_id as passId"])
    .orderBy("id")
    .limit(most)
    .execute();
}

export async function deleteStalePasses(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) {
    await sql`delete from access_stale_passes where id = any(${[...ids]}::bigint[])`.execute(db);
  }
}
