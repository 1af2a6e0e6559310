import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** What somebody has by name in a building, and who gave it. */
export function findGrantsOf(db: Db, buildingId: string, userId: string) {
  return db
    .selectFrom("access_grants")
    .innerJoin("access_levels", "access_levels.id", "access_grants.level_id")
    .leftJoin("users as givers", "givers.id", "access_grants.given_by")
    .select([
      "access_grants.level_id as levelId",
      "access_grants.begins_at as from",
      "access_grants.ends_at as until",
      "givers.id as giverId",
      "givers.name as giver",
    ])
    .where("access_levels.building_id", "=", buildingId)
    .where("access_grants.user_id", "=", userId)
    .execute();
}

/** Which levels of a building some people have by name. */
export function findGrantsOfPeople(db: Db, buildingId: string, userIds: readonly string[]) {
  return db
    .selectFrom("access_grants")
    .innerJoin("access_levels", "access_levels.id", "access_grants.level_id")
    .select(["access_grants.user_id as userId", "access_levels.id as id", "access_levels.name as name"])
    .where("access_levels.building_id", "=", buildingId)
    .where((eb) => eb("access_grants.user_id", "=", eb.fn.any(eb.val([...userIds]))))
    .orderBy(sql`access_levels.name collate natural_order`)
    .execute();
}

/** Takes all that somebody has by name in a building. @returns which levels */
export async function removeGrantsOf(trx: Trx, buildingId: string, userId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom("access_grants")
    .using("access_levels")
    .whereRef("access_levels.id", "=", "access_grants.level_id")
    .where("access_levels.building_id", "=", buildingId)
    .where("access_grants.user_id", "=", userId)
    .returning("access_levels.name as name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Levels of a building by their id. */
export function findLevelNames(db: Db, buildingId: string) {
  return db
    .selectFrom("access_levels")
    .select(["id", "name"])
    .where("building_id", "=", buildingId)
    .execute();
}

/** Somebody of a building, of whichever, with an account or without. */
export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "name", "active"])
    .where("id", "=", userId)
    .where("user_type", "!=", "ADMIN")
    .executeTakeFirst();
}

/** Gives a level by name; given again, it holds from and until what is said now. */
export async function upsertGrant(
  trx: Trx,
  grant: {
    id: string;
    levelId: string;
    userId: string;
    from: Date | null;
    until: Date | null;
    givenBy: string;
    at: Date;
  },
): Promise<void> {
  const said = { begins_at: grant.from, ends_at: grant.until, given_by: grant.givenBy };
  await trx
    .insertInto("access_grants")
    .values({
      id: grant.id,
      level_id: grant.levelId,
      user_id: grant.userId,
      ...said,
      created_at: grant.at,
    })
    .onConflict((conflict) => conflict.columns(["level_id", "user_id"]).doUpdateSet(said))
    .execute();
}

/** @returns from and until when it was given; undefined when it was not */
export function removeGrant(trx: Trx, levelId: string, userId: string) {
  return trx
    .deleteFrom("access_grants")
    .where("level_id", "=", levelId)
    .where("user_id", "=", userId)
    .returning(["begins_at as from", "ends_at as until"])
    .executeTakeFirst();
}
