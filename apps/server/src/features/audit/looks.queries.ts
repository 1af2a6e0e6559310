import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** Looks of one person within these minutes are one. */
const TOGETHER_MINUTES = 10;

/**
 * Who saw somebody's pictures, on a page, alone in a list or behind the code of a visit of theirs, or took them away, the newest first;
 * of these buildings, and of none for the platform.
 * What somebody saw of themselves is not asked for.
 */
export async function findLooks(
  db: Db,
  { personId, buildings, limit }: { personId: string; buildings: Buildings; limit: number },
): Promise<{ at: Date; by: string; isTaken: boolean }[]> {
  const { rows } = await sql<{ at: Date; by: string; isTaken: boolean }>`
    select max(audit_lines.at) as at, users.name as by, bool_or(action = 'personal-data.exported') as "isTaken"
    from audit_lines join users on users.id = audit_lines.actor_id
    where subject_id = any(array(select id from visits where user_id = ${personId}) || ${personId}::uuid)
      and actor_id <> ${personId}
      and (action = 'personal-data.exported'
        or action in ('users.page-shown', 'users.shown', 'visits.shown') and (detail->>'faces')::int > 0)
      and ${within("audit_lines.building_id", buildings)}
    group by users.id, users.name,
      date_bin(make_interval(mins => ${TOGETHER_MINUTES}), audit_lines.at, 'epoch'::timestamptz)
    order by 1 desc
    limit ${limit}`.execute(db);
  return rows;
}
