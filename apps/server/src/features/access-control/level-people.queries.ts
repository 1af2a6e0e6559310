import type { Role } from "@umbral/contract/lib/roles";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { livingCardHolders, livingSpaces, stayBegan } from "../spaces/index.ts";

export interface LevelPersonRow {
  id: string;
  name: string;
  isWithoutAccount: boolean;
  roles: Role[];
  isByName: boolean;
  since: Date;
  until: Date | null;
}

interface Wanted {
  buildingId: string;
  levelId: string;
  /** Beginnings of words of a name or a document number. */
  search: string;
  now: Date;
}

/** One page of who has a level, by name; what was given by name counts for as long as they are anything there. */
export async function findLevelPeople(
  db: Db,
  wanted: Wanted,
  page: { limit: number; offset: number },
): Promise<{ rows: LevelPersonRow[]; count: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<LevelPersonRow>`
      select users.id as "id", users.name as "name", users.user_type = 'HOLDER' as "isWithoutAccount",
        coalesce(array_agg(distinct held.role) filter (where held.role is not null), '{}') as "roles",
        bool_or(held.role is null) as "isByName", min(held.since) as "since",
        case when bool_and(held.until is not null) then max(held.until) end as "until"
      from ${heldBy(wanted)} held join users on users.id = held.user_id
      where ${isCalled(wanted)}
      group by users.id
      order by plain_text(users.name), users.id
      limit ${page.limit} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`
      select count(distinct held.user_id)::int as "count"
      from ${heldBy(wanted)} held join users on users.id = held.user_id where ${isCalled(wanted)}`.execute(
      db,
    ),
  ]);
  return { rows, count: counted[0]?.count ?? 0 };
}

const isCalled = ({ search }: Wanted) =>
  search === "" ? sql`true` : sql`users.called @@ search_query(${search})`;

const heldBy = ({ buildingId, levelId, now }: Wanted) =>
  holdersOf({ buildingId: sql`${buildingId}::uuid`, levelId: sql`${levelId}::uuid` }, now);

/** Who has a level, by role and by name, each with since when and until when. @param level its ids, or columns that have them */
export const holdersOf = (
  { buildingId, levelId }: { buildingId: RawBuilder<unknown>; levelId: RawBuilder<unknown> },
  now: Date,
) => sql`(
  select spaces.user_id, spaces.role, ${stayBegan} as since,
    spaces.ends_at as until
  from ${livingSpaces(now)}
  join access_levels by_role on by_role.id = ${levelId} and spaces.role = any(by_role.for_roles)
  where spaces.building_id = ${buildingId}
  union all
  select access_grants.user_id, null, coalesce(access_grants.begins_at, access_grants.created_at),
    access_grants.ends_at
  from access_grants
  where access_grants.level_id = ${levelId}
    and (access_grants.ends_at is null or access_grants.ends_at > ${now})
    and (exists (select from ${livingSpaces(now)}
        where spaces.user_id = access_grants.user_id and spaces.building_id = ${buildingId})
      or exists (select from ${livingCardHolders(now)}
        where card_holders.user_id = access_grants.user_id and card_holders.building_id = ${buildingId})))`;
