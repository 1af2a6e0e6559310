import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, stayBegan } from "../spaces/index.ts";

/** That something came to a home, and when. */
export interface CameToHome {
  apartmentId: string;
  since: Date;
}

/** Who lives in one of these homes now and did when something of this came there: they see it. */
export async function findPeopleToTell(db: Db, came: readonly CameToHome[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct users.id
    from unnest(${came.map(({ apartmentId }) => apartmentId)}::uuid[], ${came.map(({ since }) => since)}::timestamptz[])
      as came (apartment_id, since)
    join ${homeSpaces(now)} on spaces.apartment_id = came.apartment_id and ${stayBegan} <= came.since
    join users on users.id = spaces.user_id
    where users.active
    order by users.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who lives in these homes now. */
export async function findPeopleOfHomes(
  db: Db,
  apartmentIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom(homeSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where((eb) => eb("spaces.apartment_id", "=", eb.fn.any(eb.val([...apartmentIds]))))
    .where("users.active", "=", true)
    .orderBy("users.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Since when somebody lives in a home, and of which building it is; undefined for who does not. */
export function findHomeOf(db: Db, userId: string, apartmentId: string, now: Date) {
  return db
    .selectFrom(homeSpaces(now))
    .select(["spaces.building_id as buildingId"])
    .select(stayBegan.as("since"))
    .where("spaces.user_id", "=", userId)
    .where("spaces.apartment_id", "=", apartmentId)
    .orderBy("since")
    .executeTakeFirst();
}

/** In the place of this person's last one. */
export async function writeCode(
  db: Db,
  code: { apartmentId: string; userId: string; digest: Buffer; expiresAt: Date },
): Promise<void> {
  const row = {
    apartment_id: code.apartmentId,
    user_id: code.userId,
    code_digest: code.digest,
    expires_at: code.expiresAt,
  };
  await db
    .insertInto("parcel_codes")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["apartment_id", "user_id"])
        .doUpdateSet({ code_digest: row.code_digest, expires_at: row.expires_at }),
    )
    .execute();
}

interface Shown {
  apartmentId: string;
  digest: Buffer;
  now: Date;
}

/** Codes of whoever still lives where they show them. */
const codesOfPeopleAtHome = (db: Db, now: Date) =>
  db
    .selectFrom("parcel_codes")
    .innerJoin(homeSpaces(now), (join) =>
      join
        .onRef("spaces.user_id", "=", "parcel_codes.user_id")
        .onRef("spaces.apartment_id", "=", "parcel_codes.apartment_id"),
    );

/** Whose code this is, of who still lives there; undefined for nobody's. */
export function findCode(db: Db, { apartmentId, digest, now }: Shown) {
  return codesOfPeopleAtHome(db, now)
    .select("parcel_codes.user_id as userId")
    .where("parcel_codes.apartment_id", "=", apartmentId)
    .where("parcel_codes.code_digest", "=", digest)
    .where("parcel_codes.expires_at", ">", now)
    .executeTakeFirst();
}

/** The homes of a building that have a code now. */
export async function findHomesWithCodes(db: Db, buildingId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("parcel_codes")
    .innerJoin("apartments", "apartments.id", "parcel_codes.apartment_id")
    .select("parcel_codes.apartment_id as id")
    .distinct()
    .where("apartments.building_id", "=", buildingId)
    .where("parcel_codes.expires_at", ">", now)
    .execute();
  return rows.map(({ id }) => id);
}

/** Who shows a code with one of these digests, of who still lives there: two at the most. */
export function findShower(
  db: Db,
  { buildingId, digests, now }: { buildingId: string; digests: readonly Buffer[]; now: Date },
) {
  return codesOfPeopleAtHome(db, now)
    .innerJoin("apartments", "apartments.id", "parcel_codes.apartment_id")
    .innerJoin("users", "users.id", "parcel_codes.user_id")
    .select([
      "parcel_codes.apartment_id as apartmentId",
      "apartments.name as apartmentName",
      "users.name as person",
    ])
    .distinct()
    .where("apartments.building_id", "=", buildingId)
    .where("parcel_codes.code_digest", "in", digests)
    .where("parcel_codes.expires_at", ">", now)
    .limit(2)
    .execute();
}

/** Good once. False when somebody used it meanwhile, or another one is in its place. */
export async function useCode(trx: Trx, shown: Shown & { userId: string }): Promise<boolean> {
  const used = await trx
    .deleteFrom("parcel_codes")
    .where("apartment_id", "=", shown.apartmentId)
    .where("user_id", "=", shown.userId)
    .where("code_digest", "=", shown.digest)
    .where("expires_at", ">", shown.now)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}
