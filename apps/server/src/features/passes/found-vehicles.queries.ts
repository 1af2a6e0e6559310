import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingSpaces } from "../spaces/index.ts";

/** Behind every letter and digit of a plate. */
const BEHIND_ALL = "[";
/** Passes that are put in order at most: whoever finds more types on. */
const LOOKED_AT = 200;
/** No plate is longer. */
const LONGEST = 12;

/** As plates are compared: capitals and digits alone; null for what is no plate. */
export function normalPlate(typed: string): string | null {
  const plate = typed.toUpperCase().replace(/[\s.-]/g, "");
  return plate.length <= LONGEST && /^[A-Z0-9]{2,}$/.test(plate) ? plate : null;
}

/** The same of one that is kept; the index is on it, word for word. */
const plainPlate = sql`regexp_replace(upper(guest_plate), '[^A-Z0-9]', '', 'g')`;

export interface FoundVehicleRow {
  /** Of the pass. */
  id: string;
  plate: string;
  guestName: string;
  isInside: boolean;
  /** Who invited, where they still are somebody; else null. */
  hostId: string | null;
  hostName: string | null;
  apartmentId: string | null;
  apartmentName: string | null;
  buildingId: string;
  buildingName: string;
}

/**
 * Vehicles of guests of these buildings whose plate begins so, each guest of a host once by the latest pass; first those
 * that are inside, then by how late their pass ends. @param plate in the form of {@link normalPlate}
 */
export async function findVehiclesBeginning(
  db: Db,
  { plate, buildings, now, limit }: { plate: string; buildings: Buildings; now: Date; limit: number },
): Promise<FoundVehicleRow[]> {
  const { rows } = await sql<FoundVehicleRow>`
    with found as (
      select passes.*, ${plainPlate} as plain_plate
      from passes
      where ${plainPlate} collate "C" >= ${plate}
        and ${plainPlate} collate "C" < ${`${plate}${BEHIND_ALL}`}
        and guest_plate <> '' and guest_name is not null
        and ${within("passes.building_id", buildings)}
      order by ends_at desc, id
      limit ${LOOKED_AT}
    ), latest as (
      select distinct on (building_id, apartment_id, made_by, plain_plate, guest_name) *
      from found
      order by building_id, apartment_id, made_by, plain_plate, guest_name, entered > went_out desc, ends_at desc, id
    )
    select latest.id as id, latest.guest_plate as plate, latest.guest_name as "guestName",
      latest.entered > latest.went_out as "isInside", hosts.id as "hostId", hosts.name as "hostName",
      apartments.id as "apartmentId", apartments.name as "apartmentName",
      buildings.id as "buildingId", buildings.name as "buildingName"
    from latest
    join buildings on buildings.id = latest.building_id
    left join apartments on apartments.id = latest.apartment_id
    left join users hosts on hosts.id = latest.made_by and hosts.user_type = 'USER' and hosts.id in (
      select spaces.user_id from ${livingSpaces(now)} where spaces.building_id = latest.building_id)
    order by "isInside" desc, latest.ends_at desc, latest.id
    limit ${limit}`.execute(db);
  return rows;
}
