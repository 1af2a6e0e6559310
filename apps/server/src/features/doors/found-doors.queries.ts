import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** Doors that are put in order at most: whoever finds more types on. */
const LOOKED_AT = 200;

export interface FoundDoorRow {
  id: string;
  name: string;
  buildingId: string;
  buildingName: string;
}

/** Doors whose name, with that of their building, has all of the words; one of them at least is the door's own. */
export async function findDoorsNamed(
  db: Db,
  { search, buildings, limit }: { search: string; buildings: Buildings; limit: number },
): Promise<FoundDoorRow[]> {
  const { rows } = await sql<FoundDoorRow>`
    select * from (
      select doors.id as id, doors.name as name, buildings.id as "buildingId", buildings.name as "buildingName"
      from doors
      join buildings on buildings.id = doors.building_id
      where array_to_tsvector(search_words(doors.name)) @@ search_any_query(${search})
        and array_to_tsvector(search_words(concat_ws(' ', doors.name, buildings.name))) @@ search_query(${search})
        and ${within("doors.building_id", buildings)}
      limit ${LOOKED_AT}
    ) found
    order by name collate natural_order, "buildingName" collate natural_order, id
    limit ${limit}`.execute(db);
  return rows;
}
