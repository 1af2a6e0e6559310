import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, livesThereSince } from "../spaces/index.ts";

const signColumns = [
  "entrance_signs.id as id",
  "entrance_signs.building_id as buildingId",
  "entrance_signs.is_on as isOn",
  "entrance_signs.rings_from as from",
  "entrance_signs.rings_to as to",
  "entrance_signs.sealed as sealed",
  "entrance_signs.made_at as madeAt",
  "buildings.name as buildingName",
  "buildings.time_zone as timeZone",
] as const;

type WhichSign = { buildingId: string } | { signId: string } | { secretDigest: Buffer };

export function findSign(db: Db, of: WhichSign) {
  const [column, value] =
    "buildingId" in of
      ? (["entrance_signs.building_id", of.buildingId] as const)
      : "signId" in of
        ? (["entrance_signs.id", of.signId] as const)
        : (["entrance_signs.secret_digest", of.secretDigest] as const);
  return db
    .selectFrom("entrance_signs")
    .innerJoin("buildings", "buildings.id", "entrance_signs.building_id")
    .select(signColumns)
    .where(column, "=", value)
    .executeTakeFirst();
}
export type SignRow = NonNullable<Awaited<ReturnType<typeof findSign>>>;

export function findBuildingName(db: Db, buildingId: string) {
  return db.selectFrom("buildings").select("name").where("id", "=", buildingId).executeTakeFirst();
}

/** Every home of a building by its name, with its tower and floor, in natural order. */
export function findHomesOf(db: Db, buildingId: string) {
  const naturally = (column: string) => sql`${sql.ref(column)} collate natural_order`;
  return db
    .selectFrom("apartments")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .innerJoin("floors", "floors.id", "apartments.floor_id")
    .select([
      "apartments.id as id",
      "apartments.name as name",
      "towers.id as towerId",
      "towers.name as tower",
      "floors.id as floorId",
      "floors.name as floor",
    ])
    .where("apartments.building_id", "=", buildingId)
    .orderBy(naturally("towers.name"))
    .orderBy("towers.id")
    .orderBy(naturally("floors.name"))
    .orderBy("floors.id")
    .orderBy(naturally("apartments.name"))
    .execute();
}

const isStillTheirs = (now: Date) =>
  livesThereSince(now, { apartment: "homes_without_sign.apartment_id", at: "homes_without_sign.since" });

/** Whether a home is one of this building, and switched the sign off for itself. */
export function findHomeAtSign(db: Db, buildingId: string, apartmentId: string, now: Date) {
  return db
    .selectFrom("apartments")
    .leftJoin("homes_without_sign", (join) =>
      join.onRef("homes_without_sign.apartment_id", "=", "apartments.id").on(isStillTheirs(now)),
    )
    .select("homes_without_sign.since as offSince")
    .where("apartments.id", "=", apartmentId)
    .where("apartments.building_id", "=", buildingId)
    .executeTakeFirst();
}

/** The building of a home in which this person is rung; undefined for everybody else. */
export function findOwnHome(db: Db, userId: string, apartmentId: string, now: Date) {
  return db
    .selectFrom(homeSpaces(now))
    .select("building_id as buildingId")
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .limit(1)
    .executeTakeFirst();
}

/** Makes a building's sign, or gives the one that is there another secret. @returns whether there was none */
export async function upsertSign(
  trx: Trx,
  sign: { id: string; buildingId: string; secretDigest: Buffer; sealed: Buffer; at: Date },
): Promise<void> {
  await trx
    .insertInto("entrance_signs")
    .values({
      id: sign.id,
      building_id: sign.buildingId,
      secret_digest: sign.secretDigest,
      sealed: sign.sealed,
      made_at: sign.at,
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        secret_digest: sign.secretDigest,
        sealed: sign.sealed,
        made_at: sign.at,
      }),
    )
    .execute();
}

/** Held until the transaction ends: two who make a building's sign at once make one. */
export async function lockBuildingOfSign(trx: Trx, buildingId: string): Promise<void> {
  await trx.selectFrom("buildings").select("id").where("id", "=", buildingId).forNoKeyUpdate().execute();
}

export async function updateSign(
  trx: Trx,
  signId: string,
  change: { isOn: boolean; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable("entrance_signs")
    .set({ is_on: change.isOn, rings_from: change.from, rings_to: change.to })
    .where("id", "=", signId)
    .execute();
}

/** @returns whether that was otherwise before */
export async function setHome(
  trx: Trx,
  { apartmentId, rings, at }: { apartmentId: string; rings: boolean; at: Date },
): Promise<boolean> {
  const changed = rings
    ? await trx
        .deleteFrom("homes_without_sign")
        .where("apartment_id", "=", apartmentId)
        .returning("apartment_id")
        .executeTakeFirst()
    : await trx
        .insertInto("homes_without_sign")
        .values({ apartment_id: apartmentId, since: at })
        .onConflict((conflict) =>
          conflict.column("apartment_id").doUpdateSet({ since: at }).where(isStillTheirs(at), "=", false),
        )
        .returning("apartment_id")
        .executeTakeFirst();
  return changed !== undefined;
}

/** Who opened the page in this browser; held until the transaction ends. Undefined for the first time. */
export function lockVisitor(trx: Trx, signId: string, browserDigest: Buffer) {
  return trx
    .selectFrom("sign_visitors")
    .select("user_id as userId")
    .where("sign_id", "=", signId)
    .where("browser_digest", "=", browserDigest)
    .forUpdate()
    .executeTakeFirst();
}

/** The sign is held: two tabs of one browser that open it at once are one visitor, and it is not renewed meanwhile. */
export function lockSign(trx: Trx, secretDigest: Buffer) {
  return trx
    .selectFrom("entrance_signs")
    .select("id")
    .where("secret_digest", "=", secretDigest)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertVisitorOf(
  trx: Trx,
  visitor: { userId: string; signId: string; browserDigest: Buffer; at: Date },
): Promise<void> {
  await trx
    .insertInto("sign_visitors")
    .values({
      user_id: visitor.userId,
      sign_id: visitor.signId,
      browser_digest: visitor.browserDigest,
      last_seen_at: visitor.at,
    })
    .execute();
}

export async function touchVisitor(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx.updateTable("sign_visitors").set({ last_seen_at: at }).where("user_id", "=", userId).execute();
}

/** Browsers that nobody has opened the page in since then are nobody's any more. */
export async function forgetVisitors(db: Db, seenBefore: Date): Promise<void> {
  await db.deleteFrom("sign_visitors").where("last_seen_at", "<", seenBefore).execute();
}
