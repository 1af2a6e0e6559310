import { type Permission, type Reach, reachOfRole } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import type { Db } from "../../platform/database.ts";
import { findHolders, findPeopleOf } from "./auth.queries.ts";

/** The active people of a building who may do this in it, or in one of its apartments. Platform administrators are not counted. */
export async function peopleWhoMay(
  db: Db,
  permission: Permission,
  place: { buildingId: string; apartmentId: string | null },
  now: Date,
): Promise<string[]> {
  const reaching = (reach: Reach) => Role.options.filter((role) => reachOfRole(role, permission) === reach);
  return findHolders(
    db,
    place,
    { ofBuilding: reaching("building"), ofApartment: reaching("apartment") },
    now,
  );
}

/** All active people of a building, whatever they are there. Platform administrators are not counted. */
export const peopleOf = (db: Db, buildingId: string, now: Date): Promise<string[]> =>
  findPeopleOf(db, buildingId, now);
