import type { Db, Trx } from "../../platform/database.ts";

/** A pass of whose decider a door went to another controller. */
export interface FollowingPass {
  id: string;
  buildingId: string;
  apartmentId: string | null;
  /** Counts until it let go. */
  controllerId: string;
  /** Names the asking that it let go; null before there was one. */
  handoverId: string | null;
  entered: number;
}

const following = (db: Db) =>
  db
    .selectFrom("passes")
    .select((eb) => [
      "id",
      "building_id as buildingId",
      "apartment_id as apartmentId",
      eb.ref("controller_id").$notNull().as("controllerId"),
      "handover_id as handoverId",
      "entered",
    ])
    .where("follows_door", "=", true)
    .where("controller_id", "is not", null);

/** So many, those of one controller behind one another. */
export const findFollowing = (db: Db, most: number): Promise<FollowingPass[]> =>
  following(db).orderBy("controller_id").orderBy("id").limit(most).execute();

/** The same one now, held until the transaction ends; undefined when it follows no more. */
export const lockFollowing = (trx: Trx, passId: string): Promise<FollowingPass | undefined> =>
  following(trx).where("id", "=", passId).forNoKeyUpdate().executeTakeFirst();

/** Written before its decider is asked. */
export async function beginHandover(trx: Trx, passId: string, handoverId: string): Promise<void> {
  await trx.updateTable("passes").set({ handover_id: handoverId }).where("id", "=", passId).execute();
}

/** @param controllerId who counts from now on; null for the server */
export async function endFollowing(trx: Trx, passId: string, controllerId: string | null): Promise<void> {
  await trx
    .updateTable("passes")
    .set({ controller_id: controllerId, follows_door: false, handover_id: null })
    .where("id", "=", passId)
    .execute();
}
