import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "./living-spaces.ts";

type Whose = { buildingId: string; userId: string } | { buildingId: string; apartmentId: string };

/** What somebody has, or waits for, in a building, or everybody in one of its homes. */
const openSpacesIn = (db: Db, of: Whose) =>
  db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select([
      "spaces.id as id",
      "spaces.user_id as userId",
      "spaces.role as role",
      "spaces.status as status",
      "spaces.apartment_id as apartmentId",
      "users.name as name",
    ])
    .where("spaces.building_id", "=", of.buildingId)
    .where((eb) =>
      "userId" in of ? eb("spaces.user_id", "=", of.userId) : eb("spaces.apartment_id", "=", of.apartmentId),
    )
    .where("spaces.status", "in", ["PENDING", "APPROVED"])
    .orderBy("spaces.created_at")
    .orderBy("spaces.id");

export const findOpenSpacesIn = (db: Db, of: Whose) => openSpacesIn(db, of).execute();
export type OpenSpaceIn = Awaited<ReturnType<typeof findOpenSpacesIn>>[number];

/** The same; whoever else changes them waits for this transaction. */
export const lockOpenSpacesIn = (trx: Trx, of: Whose): Promise<OpenSpaceIn[]> =>
  openSpacesIn(trx, of).forUpdate("spaces").execute();

/** What somebody is in a building goes on until the transaction ends: whoever ends it waits, and finds what was written in here. */
export async function holdSpacesIn(
  trx: Trx,
  of: { buildingId: string; userId: string },
  now: Date,
): Promise<void> {
  await trx
    .selectFrom(livingSpaces(now))
    .select("spaces.id")
    .where("spaces.building_id", "=", of.buildingId)
    .where("spaces.user_id", "=", of.userId)
    .orderBy("spaces.id")
    .forShare()
    .execute();
}

/** What some people are now, wherever. */
export function findLivingSpacesOf(db: Db, userIds: readonly string[], now: Date) {
  return db
    .selectFrom(livingSpaces(now))
    .select([
      "spaces.id as id",
      "spaces.user_id as userId",
      "spaces.role as role",
      "spaces.building_id as buildingId",
      "spaces.apartment_id as apartmentId",
    ])
    .where((eb) => eb("spaces.user_id", "=", eb.fn.any(eb.val([...userIds]))))
    .execute();
}
