import { type Buildings, rolesWith } from "@umbral/contract/lib/policy";
import type { Db, Trx } from "../../platform/database.ts";
import { everHadIn, livingCardHolders, livingSpaces } from "../spaces/index.ts";

/** Somebody of a building, by the document's number. Platform administrators are nobody here. */
export function findByCedula(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", cedula)
    .where("user_type", "=", "USER")
    .executeTakeFirst();
}

/** Somebody who signs in by themselves, whoever they are: of a building, or an administrator of the platform. */
export function findAnybodyByCedula(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", cedula)
    .where("user_type", "in", ["USER", "ADMIN"])
    .executeTakeFirst();
}

/** Somebody of a building; whoever else changes them waits for this transaction. */
export function lockUser(trx: Trx, id: string) {
  return trx
    .selectFrom("users")
    .select(["id", "name", "email", "active", "verified", "phone", "alias"])
    .where("id", "=", id)
    .where("user_type", "=", "USER")
    .forUpdate()
    .executeTakeFirst();
}

/** Is there such a person, with an account or without one? Platform administrators, and who was erased, are nobody here. */
export async function isPerson(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("user_type", "in", ["USER", "HOLDER"])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Who somebody is, with an account or without one; whoever else changes them waits for this transaction. Platform
 * administrators are nobody here unless they are asked for.
 */
export function lockPerson(
  trx: Trx,
  id: string,
  whom: "of buildings" | "with administrators" = "of buildings",
) {
  return trx
    .selectFrom("users")
    .select(["id", "name", "cedula", "email", "phone"])
    .where("id", "=", id)
    .where("user_type", "in", whom === "of buildings" ? ["USER", "HOLDER"] : ["USER", "HOLDER", "ADMIN"])
    .forUpdate()
    .executeTakeFirst();
}

/** The buildings in which somebody has an approved space that has not run out, or carries a card without an account. */
export async function findBuildingsOf(db: Db, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("spaces.building_id as buildingId")
    .where("spaces.user_id", "=", userId)
    .where("users.user_type", "=", "USER")
    .union(
      db
        .selectFrom(livingCardHolders(now))
        .select("card_holders.building_id as buildingId")
        .where("card_holders.user_id", "=", userId),
    )
    .orderBy("buildingId")
    .execute();
  return rows.map(({ buildingId }) => buildingId);
}

/** Somebody without an account, as long as they carry a card anywhere; held as `lockUser` does. */
export function lockCardHolderPerson(trx: Trx, id: string, now: Date) {
  return trx
    .selectFrom("users")
    .innerJoin(livingCardHolders(now), "card_holders.user_id", "users.id")
    .select(["users.id", "users.active"])
    .where("users.id", "=", id)
    .where("users.user_type", "=", "HOLDER")
    .forUpdate("users")
    .executeTakeFirst();
}

/** Did the platform validate somebody, or whoever administers, or administered, one of these buildings? */
export async function isValidatedBy(
  trx: Trx,
  userId: string,
  buildingIds: readonly string[],
): Promise<boolean> {
  const row = await trx
    .selectFrom("user_identities")
    .innerJoin("users", "users.id", "user_identities.verified_by")
    .select("users.id")
    .where("user_identities.user_id", "=", userId)
    .where((eb) =>
      eb.or([
        eb("users.user_type", "=", "ADMIN"),
        everHadIn(rolesWith("buildings.administer", "building"), buildingIds),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** When somebody's face and document were looked at, and by whom, as far as these buildings may count on it. */
export async function findValidationOf(
  db: Db,
  userId: string,
  buildings: Buildings,
): Promise<{ at: Date; by: string | null; hasDocument: boolean } | null> {
  const row = await db
    .selectFrom("user_identities")
    .leftJoin("users", "users.id", "user_identities.verified_by")
    .select(({ eb }) => [
      "user_identities.verified_at as at",
      "users.name as by",
      eb("user_identities.front_file_id", "is not", null).$castTo<boolean>().as("hasDocument"),
    ])
    .where("user_identities.user_id", "=", userId)
    .$if(buildings !== "everywhere", (query) =>
      query.where((eb) =>
        eb.or([
          eb("users.user_type", "=", "ADMIN"),
          everHadIn(
            rolesWith("buildings.administer", "building"),
            buildings === "everywhere" ? [] : buildings,
          ),
        ]),
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}
