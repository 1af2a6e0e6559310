import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { everHadOther, livingSpaces } from "../spaces/index.ts";

/** Who has this cédula, and whether the account is a quick one: no password, and a visitor everywhere. */
export function findAccount(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select((eb) => [
      "id",
      "phone",
      "email",
      "user_type as userType",
      "active",
      "is_demonstration as isDemonstration",
      "password_hash as passwordHash",
      eb
        .and([
          eb("password_hash", "is", null),
          eb("user_type", "=", "USER"),
          eb("active", "=", true),
          eb.not(everHadOther(["VISITANTE_DESCONOCIDO"])),
        ])
        .$castTo<boolean>()
        .as("isQuick"),
    ])
    .where("cedula", "=", cedula)
    .executeTakeFirst();
}

/** Has somebody else this e-mail address? Capitals make no difference. */
export async function isEmailTaken(db: Db, email: string, exceptUserId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .$if(exceptUserId !== null, (query) => query.where("id", "!=", exceptUserId ?? ""))
    .executeTakeFirst();
  return row !== undefined;
}

export function findBuilding(db: Db, buildingId: string) {
  return db.selectFrom("buildings").select(["id", "name"]).where("id", "=", buildingId).executeTakeFirst();
}

/** An apartment, where it truly is, and when the day `lastDay` is over there (null without one). */
export function findApartment(db: Db, apartmentId: string, lastDay: string | null) {
  return db
    .selectFrom("apartments")
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .select([
      "apartments.id as id",
      "apartments.name as name",
      "apartments.tower_id as towerId",
      "apartments.floor_id as floorId",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      sql<Date | null>`(${lastDay}::date + 1)::timestamp at time zone buildings.time_zone`.as("endsAt"),
    ])
    .where("apartments.id", "=", apartmentId)
    .executeTakeFirst();
}

/** The space of somebody who is an unknown visitor of the building already. */
export async function findVisitorSpace(
  db: Db,
  userId: string,
  buildingId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(livingSpaces(now))
    .select("id")
    .where("user_id", "=", userId)
    .where("building_id", "=", buildingId)
    .where("role", "=", "VISITANTE_DESCONOCIDO")
    .executeTakeFirst();
  return row?.id;
}

export async function insertAcceptance(
  trx: Trx,
  acceptance: { id: string; userId: string; version: string; at: Date; address: string },
): Promise<void> {
  await trx
    .insertInto("terms_acceptances")
    .values({
      id: acceptance.id,
      user_id: acceptance.userId,
      version: acceptance.version,
      accepted_at: acceptance.at,
      address: acceptance.address,
    })
    .execute();
}

/** A new code takes the place of the one before, tries and all. */
export async function upsertClaim(
  trx: Trx,
  claim: { userId: string; codeDigest: Buffer; expiresAt: Date },
): Promise<void> {
  const values = { code_digest: claim.codeDigest, expires_at: claim.expiresAt };
  await trx
    .insertInto("registration_claims")
    .values({ user_id: claim.userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** The code that is good for this account now. */
export function findClaim(db: Db, userId: string, now: Date) {
  return db
    .selectFrom("registration_claims")
    .select("code_digest as codeDigest")
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** A code is good once: true for the one who takes it. */
export async function deleteClaim(trx: Trx, userId: string, codeDigest: Buffer): Promise<boolean> {
  const deleted = await trx
    .deleteFrom("registration_claims")
    .where("user_id", "=", userId)
    .where("code_digest", "=", codeDigest)
    .returning("user_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** No code claims this account any more. */
export async function deleteClaimsOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("registration_claims").where("user_id", "=", userId).execute();
}

export async function forgetOldClaims(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("registration_claims").where("expires_at", "<", now).execute();
}
