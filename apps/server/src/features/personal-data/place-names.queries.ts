import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** What these buildings, apartments and doors are called, by their ids. */
export async function findPlaceNames(db: Db, ids: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    with wanted as (select unnest(${[...ids]}::uuid[]) as id)
    select buildings.id, buildings.name from buildings join wanted using (id)
    union all select apartments.id, apartments.name from apartments join wanted using (id)
    union all select doors.id, doors.name from doors join wanted using (id)`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
