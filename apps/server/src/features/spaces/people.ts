import { type Permission, rolesWith } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { findHolders, findPeopleOf } from "./spaces.queries.ts";

/** The active people of a building who may do this in it, or in one of its apartments. Platform administrators are not counted. */
export const peopleWhoMay = (
  db: Db,
  permission: Permission,
  place: { buildingId: string; apartmentId: string | null },
  now: Date,
): Promise<string[]> =>
  findHolders(
    db,
    place,
    { ofBuilding: rolesWith(permission, "building"), ofApartment: rolesWith(permission, "apartment") },
    now,
  );

/** All active people of a building, whatever they are there. Platform administrators are not counted. */
export const peopleOf = (db: Db, buildingId: string, now: Date): Promise<string[]> =>
  findPeopleOf(db, buildingId, now);
