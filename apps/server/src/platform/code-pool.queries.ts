import { sql } from "kysely";
import type { Db, Trx } from "./database.ts";

/** Holds the codes of a building until the transaction ends: two that are made at once are drawn one after the other. */
export async function lockCodes(trx: Trx, buildingId: string): Promise<void> {
  await sql`select id from buildings where id = ${buildingId} for no key update`.execute(trx);
}

/** How many codes of each length can be typed at a building's keypads: PINs, but for one person's, and passes. */
export async function countCodes(
  db: Db,
  buildingId: string,
  exceptUserId: string | null,
): Promise<{ digits: number; codes: number }[]> {
  const { rows } = await sql<{ digits: number; codes: number }>`
    select digits, count(*)::int as "codes" from (
      select digits from door_pins
      where building_id = ${buildingId} and user_id is distinct from ${exceptUserId}::uuid
      union all
      select digits from passes
      where building_id = ${buildingId} and code_digest is not null and taken_back_at is null
    ) known
    group by digits`.execute(db);
  return rows;
}

/** Digests under which a code may be known: at keypads, and as that of a visit, which holds its day. */
export interface CodeDigests {
  typed: Buffer;
  ofVisits: readonly Buffer[];
}

/** Does any PIN, pass or visit of a building answer to this code? */
export async function isCodeKnown(db: Db, buildingId: string, { typed, ofVisits }: CodeDigests, now: Date) {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from door_pins where building_id = ${buildingId} and digest = ${typed})
      or exists (select from passes where building_id = ${buildingId} and code_digest = ${typed})
      or exists (select from visits
        where building_id = ${buildingId} and code_digest = any(${[...ofVisits]}::bytea[]) and expires_at > ${now})
      as "isKnown"`.execute(db);
  return rows[0]?.isKnown === true;
}
