import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** Homes that are put in order at most: whoever finds more types on. */
const LOOKED_AT = 200;

export interface FoundHomeRow {
  id: string;
  name: string;
  towerName: string;
  buildingId: string;
  buildingName: string;
}

/** Homes whose name, with that of their building, has all of the words; one of them at least is the home's own. */
export async function findHomesNamed(
  db: Db,
  { search, buildings, limit }: { search: string; buildings: Buildings; limit: number },
): Promise<FoundHomeRow[]> {
  const { rows } = await sql<FoundHomeRow>`
    select * from (
      select apartments.id as id, apartments.name as name, towers.name as "towerName",
        buildings.id as "buildingId", buildings.name as "buildingName"
      from apartments
      join buildings on buildings.id = apartments.building_id
      join towers on towers.id = apartments.tower_id
      where array_to_tsvector(search_words(apartments.name)) @@ search_any_query(${search})
        and array_to_tsvector(search_words(concat_ws(' ', apartments.name, towers.name, buildings.name)))
          @@ search_query(${search})
        and ${within("apartments.building_id", buildings)}
      limit ${LOOKED_AT}
    ) found
    order by name collate natural_order, "buildingName" collate natural_order, id
    limit ${limit}`.execute(db);
  return rows;
}
