import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingCardHolders } from "../spaces/index.ts";

export interface FoundHolderRow {
  id: string;
  name: string;
  apartmentName: string | null;
  buildingName: string;
}

/** People who carry a card without an account in these buildings, whose name, with that of their home, has all of the words. */
export async function findHoldersNamed(
  db: Db,
  { search, buildings, now, limit }: { search: string; buildings: Buildings; now: Date; limit: number },
): Promise<FoundHolderRow[]> {
  const { rows } = await sql<FoundHolderRow>`
    select users.id as id, users.name as name, apartments.name as "apartmentName", buildings.name as "buildingName"
    from ${livingCardHolders(now)}
    join users on users.id = card_holders.user_id
    join buildings on buildings.id = card_holders.building_id
    left join apartments on apartments.id = card_holders.apartment_id
    where ${within("card_holders.building_id", buildings)}
      and array_to_tsvector(search_words(concat_ws(' ', users.name, apartments.name))) @@ search_query(${search})
    order by plain_text(users.name), users.id
    limit ${limit}`.execute(db);
  return rows;
}
