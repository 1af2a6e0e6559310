import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** The homes that the lobby keeps at hand, in natural order. */
export async function findFavourites(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("lobby_favourites")
    .innerJoin("apartments", "apartments.id", "lobby_favourites.apartment_id")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .select("apartments.id as id")
    .where("lobby_favourites.building_id", "=", buildingId)
    .orderBy(sql`towers.name collate natural_order`)
    .orderBy(sql`apartments.name collate natural_order`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Two who add at once are one after the other, so that no more are kept than may be. */
export async function lockFavourites(trx: Trx, buildingId: string): Promise<number> {
  await trx.selectFrom("buildings").select("id").where("id", "=", buildingId).forNoKeyUpdate().execute();
  const row = await trx
    .selectFrom("lobby_favourites")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("building_id", "=", buildingId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function isHomeOf(db: Db, buildingId: string, apartmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("apartments")
    .select("id")
    .where("id", "=", apartmentId)
    .where("building_id", "=", buildingId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isFavourite(db: Db, apartmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("lobby_favourites")
    .select("apartment_id")
    .where("apartment_id", "=", apartmentId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFavourite(
  trx: Trx,
  favourite: { buildingId: string; apartmentId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto("lobby_favourites")
    .values({
      apartment_id: favourite.apartmentId,
      building_id: favourite.buildingId,
      added_at: favourite.at,
    })
    .execute();
}

/** False when it was none. */
export async function deleteFavourite(
  trx: Trx,
  { buildingId, apartmentId }: { buildingId: string; apartmentId: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom("lobby_favourites")
    .where("apartment_id", "=", apartmentId)
    .where("building_id", "=", buildingId)
    .returning("apartment_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The homes that the lobby rang, the last first. */
export async function findRecentHomes(
  db: Db,
  { buildingId, since, limit }: { buildingId: string; since: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("calls")
    .select(["apartment_id as id"])
    .where("building_id", "=", buildingId)
    .where("is_from_lobby", "=", true)
    .where("apartment_id", "is not", null)
    .where("created_at", ">=", since)
    .groupBy("apartment_id")
    .orderBy((eb) => eb.fn.max("created_at"), "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id }) => id ?? []);
}

/** The calls between the lobby and anybody since a moment, the oldest first: what rings together is told apart by its ringing. */
export function findLobbyCalls(db: Db, { buildingId, since }: { buildingId: string; since: Date }) {
  return db
    .selectFrom("calls")
    .innerJoin("users", "users.id", "calls.caller_id")
    .leftJoin("apartments", "apartments.id", "calls.apartment_id")
    .leftJoin("towers", "towers.id", "apartments.tower_id")
    .select([
      "calls.ringing_id as ringingId",
      "calls.status as status",
      "calls.expires_at as expiresAt",
      "calls.answered_at as answeredAt",
      "calls.is_to_lobby as isToLobby",
      "calls.created_at as at",
      "calls.caller_id as callerId",
      "users.name as callerName",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
      "towers.name as towerName",
    ])
    .where("calls.building_id", "=", buildingId)
    .where("calls.created_at", ">=", since)
    .where((eb) => eb.or([eb("calls.is_from_lobby", "=", true), eb("calls.is_to_lobby", "=", true)]))
    .orderBy("calls.created_at")
    .orderBy("calls.id")
    .execute();
}
export type LobbyCallRow = Awaited<ReturnType<typeof findLobbyCalls>>[number];
