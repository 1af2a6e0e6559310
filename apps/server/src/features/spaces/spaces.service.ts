import type { Space } from "@umbral/contract/auth/auth.contract";
import type { Db } from "../../platform/database.ts";
import { findSpaces, type SpaceRow } from "./spaces.queries.ts";

/** A person's living spaces as the screens know them, the last used first. */
export const listSpaces = async (db: Db, userId: string, now: Date): Promise<Space[]> =>
  (await findSpaces(db, userId, now)).map(asSpace);

const asSpace = (row: SpaceRow): Space => ({
  id: row.id,
  role: { name: row.role },
  building: {
    id: row.buildingId,
    name: row.buildingName,
    address1: row.address1,
    city: row.city,
    state: row.state,
    type: row.buildingType,
    timeZone: row.timeZone,
  },
  apartment:
    row.apartmentId === null || row.apartmentName === null
      ? null
      : {
          id: row.apartmentId,
          name: row.apartmentName,
          address: row.apartmentAddress ?? "",
          apartmentType: row.apartmentType ?? "APARTMENT",
        },
});
