import { rolesWith } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { livingSpaces } from "../spaces/index.ts";

/** Somebody registered and active, whatever they are in whichever building. */
export function findVisitor(db: Db, cedula: string) {
  return db
    .selectFrom("users")
    .select(["id", "phone"])
    .where("cedula", "=", cedula)
    .where("user_type", "=", "USER")
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The same person, held until the transaction ends: two requests at once come one after the other. */
export function lockVisitor(trx: Trx, userId: string) {
  return trx
    .selectFrom("users")
    .select("phone")
    .where("id", "=", userId)
    .where("active", "=", true)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A building, which day it is there, and when that day ends. */
export function findBuildingDay(db: Db, buildingId: string, now: Date) {
  return db
    .selectFrom("buildings")
    .select([
      "id",
      "name",
      "time_zone as timeZone",
      sql<string>`to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD')`.as("today"),
      sql<Date>`(((${now}::timestamptz at time zone time_zone)::date + 1)::timestamp at time zone time_zone)`.as(
        "endsAt",
      ),
    ])
    .where("id", "=", buildingId)
    .executeTakeFirst();
}

interface OfDay {
  buildingId: string;
  userId: string;
  day: string;
}

/** The live code that a device asked for. */
export function findVisitOfDevice(trx: Trx, { buildingId, userId, day }: OfDay, deviceDigest: Buffer) {
  return trx
    .selectFrom("visits")
    .select(["id", "closed_code as closedCode"])
    .where("building_id", "=", buildingId)
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .where("device_digest", "=", deviceDigest)
    .where("replaced_at", "is", null)
    .where("authorised_at", "is", null)
    .executeTakeFirst();
}

/** The picture before it goes with the next sweep. */
export async function replacePicture(trx: Trx, visitId: string, photoFileId: string): Promise<void> {
  await trx.updateTable("visits").set({ photo_file_id: photoFileId }).where("id", "=", visitId).execute();
}

/** False when another visit of the building answers to this code today. */
export async function insertVisit(
  trx: Trx,
  visit: OfDay & {
    id: string;
    codeDigest: Buffer;
    photoFileId: string;
    requestedAt: Date;
    expiresAt: Date;
    /** For the device that asked to be told the same again. */
    deviceDigest: Buffer | null;
    closedCode: Buffer | null;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("visits")
    .values({
      id: visit.id,
      building_id: visit.buildingId,
      user_id: visit.userId,
      code_digest: visit.codeDigest,
      photo_file_id: visit.photoFileId,
      day: visit.day,
      requested_at: visit.requestedAt,
      expires_at: visit.expiresAt,
      authorise_request_id: null,
      device_digest: visit.deviceDigest,
      closed_code: visit.closedCode,
    })
    .onConflict((conflict) => conflict.columns(["building_id", "code_digest"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** A visit with its visitor, and whoever let it in, as `authorisers`. */
export const shownColumns = [
  "visits.id as id",
  "visits.photo_file_id as photoFileId",
  "visits.requested_at as requestedAt",
  "visits.expires_at as expiresAt",
  "visits.authorised_at as authorisedAt",
  "authorisers.id as authoriserId",
  "authorisers.name as authoriserName",
  "users.id as userId",
  "users.cedula as cedula",
  "users.name as name",
] as const;

/** The visit behind a code of today, of a person who is still active. */
export function findVisitByDigest(db: Db, buildingId: string, codeDigest: Buffer, now: Date) {
  return db
    .selectFrom("visits")
    .innerJoin("users", "users.id", "visits.user_id")
    .leftJoin("users as authorisers", "authorisers.id", "visits.authorised_by")
    .select([
      ...shownColumns,
      "visits.authorise_request_id as requestId",
      "users.photo_file_id as registeredPhotoId",
    ])
    .where("visits.building_id", "=", buildingId)
    .where("visits.code_digest", "=", codeDigest)
    .where("visits.expires_at", ">", now)
    .where("users.active", "=", true)
    .$narrowType<{ cedula: string }>()
    .executeTakeFirst();
}
export type FoundVisit = NonNullable<Awaited<ReturnType<typeof findVisitByDigest>>>;

/** False when somebody was first. */
export async function markAuthorised(
  trx: Trx,
  visitId: string,
  by: { userId: string; requestId: string | null; at: Date },
): Promise<boolean> {
  const marked = await trx
    .updateTable("visits")
    .set({ authorised_at: by.at, authorised_by: by.userId, authorise_request_id: by.requestId })
    .where("id", "=", visitId)
    .where("authorised_at", "is", null)
    .where("replaced_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

/** A visit that was let in, on a day that is not over yet. */
export function findAuthorised(
  db: Db,
  { visitId, buildingId }: { visitId: string; buildingId: string },
  now: Date,
) {
  return db
    .selectFrom("visits")
    .select("id")
    .where("id", "=", visitId)
    .where("building_id", "=", buildingId)
    .where("authorised_at", "is not", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The active people who may authorise visits in a building, and platform administrators. */
export async function findAuthorisers(db: Db, buildingId: string, now: Date): Promise<string[]> {
  const roles = rolesWith("visits.authorise", "building");
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .where((eb) =>
      eb.or([
        eb("user_type", "=", "ADMIN"),
        eb.exists(
          eb
            .selectFrom(livingSpaces(now))
            .select("spaces.id")
            .whereRef("spaces.user_id", "=", "users.id")
            .where("spaces.building_id", "=", buildingId)
            .where("spaces.role", "in", roles),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Pictures of requests older than this are let go: the sweep then removes them. */
export async function letPicturesGo(db: Db, requestedBefore: Date): Promise<void> {
  await db
    .updateTable("visits")
    .set({ photo_file_id: null })
    .where("requested_at", "<", requestedBefore)
    .where("photo_file_id", "is not", null)
    .where(isNotHeld("visits.user_id"))
    .execute();
}

/** Codes of days that are over, and which browser asked for them: nobody is shown one again. */
export async function letCodesGo(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("visits")
    .set({ closed_code: null, device_digest: null })
    .where("expires_at", "<=", now)
    .where(isNotHeld("visits.user_id"))
    .where((eb) => eb.or([eb("closed_code", "is not", null), eb("device_digest", "is not", null)]))
    .execute();
}
