import type { Db } from "../../platform/database.ts";

interface Favourite {
  userId: string;
  buildingId: string;
  doorId: string;
}

/** In the place of the one before. */
export async function putFavourite(db: Db, { userId, buildingId, doorId }: Favourite): Promise<void> {
  await db
    .insertInto("favourite_doors")
    .values({ user_id: userId, building_id: buildingId, door_id: doorId })
    .onConflict((conflict) => conflict.columns(["user_id", "building_id"]).doUpdateSet({ door_id: doorId }))
    .execute();
}

/** Nothing when it is another door by now. */
export async function removeFavourite(
  db: Db,
  { userId, doorId }: Omit<Favourite, "buildingId">,
): Promise<void> {
  await db
    .deleteFrom("favourite_doors")
    .where("user_id", "=", userId)
    .where("door_id", "=", doorId)
    .execute();
}
