import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { inMonth, type LocalMonth } from "../../platform/local-month.ts";

/** Ringings by where they went: answered by somebody, or by nobody. What a blocked caller rang was heard by nobody. */
export async function countRingingsOfMonth(
  db: Db,
  month: LocalMonth,
): Promise<{ isToLobby: boolean; answered: number; missed: number }[]> {
  const { rows } = await sql<{ isToLobby: boolean; answered: number; missed: number }>`
    select is_to_lobby as "isToLobby",
      count(*) filter (where is_answered)::int as "answered",
      count(*) filter (where not is_answered)::int as "missed"
    from (
      select ringing_id, bool_or(is_to_lobby) as is_to_lobby, bool_or(answered_at is not null) as is_answered
      from calls
      where building_id = ${month.buildingId} and not is_blocked and ${inMonth("created_at", month)}
      group by ringing_id
    ) ringings
    group by is_to_lobby`.execute(db);
  return rows;
}
