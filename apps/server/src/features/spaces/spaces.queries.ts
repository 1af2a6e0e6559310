import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import { builtOnce } from "../../platform/built-once.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { isLiving, livingSpaces } from "./living-spaces.ts";

/** A person's living spaces with their places, the last used first. */
export const findSpaces = async (db: Db, userId: string, now: Date) =>
  (await spacesOfUser(db, { userId, now })).rows;

/** Of every first screen. */
const spacesOfUser = builtOnce(
  { userId: "00000000-0000-4000-8000-000000000001", now: new Date(0) },
  (db, { userId, now }) =>
    db
      .selectFrom(livingSpaces(now))
      .innerJoin("buildings", "buildings.id", "spaces.building_id")
      .leftJoin("apartments", "apartments.id", "spaces.apartment_id")
      .select([
        "spaces.id as id",
        "spaces.role as role",
        "buildings.id as buildingId",
        "buildings.name as buildingName",
        "buildings.address1 as address1",
        "buildings.city as city",
        "buildings.state as state",
        "buildings.type as buildingType",
        "buildings.time_zone as timeZone",
        "apartments.id as apartmentId",
        "apartments.name as apartmentName",
        "apartments.address as apartmentAddress",
        "apartments.apartment_type as apartmentType",
      ])
      .where("spaces.user_id", "=", userId)
      .orderBy("spaces.last_used_at", (order) => order.desc().nullsLast())
      .orderBy("spaces.created_at")
      .orderBy("spaces.id"),
);
export type SpaceRow = Awaited<ReturnType<typeof findSpaces>>[number];

/** The latest that happened to any request or space of a person; undefined when they never had one. */
export function findLatestSpace(db: Db, userId: string, now: Date) {
  // A stay may have run out before anybody wrote it down.
  const happenedAt = sql<Date>`case
    when spaces.status = 'APPROVED' and spaces.ends_at <= ${now} then spaces.ends_at
    else coalesce(spaces.ended_at, spaces.decided_at, spaces.created_at) end`;
  return db
    .selectFrom("spaces")
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .leftJoin("apartments", "apartments.id", "spaces.apartment_id")
    .select([
      "spaces.role as role",
      "spaces.status as status",
      "spaces.ends_at as endsAt",
      happenedAt.as("happenedAt"),
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "apartments.name as apartmentName",
    ])
    .where("spaces.user_id", "=", userId)
    .orderBy(happenedAt, "desc")
    .orderBy("spaces.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
export type LatestSpace = NonNullable<Awaited<ReturnType<typeof findLatestSpace>>>;

/** Active people with one of the first roles in the building, or one of the second in the apartment. */
export async function findHolders(
  db: Db,
  place: { buildingId: string; apartmentId: string | null },
  roles: { ofBuilding: readonly Role[]; ofApartment: readonly Role[] },
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where("spaces.building_id", "=", place.buildingId)
    .where((eb) =>
      eb.or([
        eb("spaces.role", "=", eb.fn.any(eb.val([...roles.ofBuilding]))),
        eb.and([
          eb("spaces.apartment_id", "=", place.apartmentId),
          eb("spaces.role", "=", eb.fn.any(eb.val([...roles.ofApartment]))),
        ]),
      ]),
    )
    .where("users.active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** The active people who hold a space in a building. */
export async function findPeopleOf(db: Db, buildingId: string, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where("spaces.building_id", "=", buildingId)
    .where("users.active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Does this person wait for an answer there? */
export async function isWaiting(db: Db, userId: string, apartmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("spaces")
    .select("id")
    .where("user_id", "=", userId)
    .where("apartment_id", "=", apartmentId)
    .where("status", "=", "PENDING")
    .executeTakeFirst();
  return row !== undefined;
}

/** Where a space is, or would be, and of which role, whatever became of it; undefined when there is none. */
export function findPlaceOfSpace(db: Db, id: string) {
  return db
    .selectFrom("spaces")
    .select(["building_id as buildingId", "apartment_id as apartmentId", "role"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** What somebody asked for in an apartment, whatever became of it. Whoever else decides waits for this transaction. */
export async function lockAsked(trx: Trx, id: string, apartmentOrBuilding: string) {
  const row = await trx
    .selectFrom("spaces")
    .selectAll()
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("apartment_id", "=", apartmentOrBuilding), eb("building_id", "=", apartmentOrBuilding)]),
    )
    .forUpdate()
    .executeTakeFirst();
  return row?.apartment_id == null ? undefined : { ...row, apartment_id: row.apartment_id };
}

/** The living spaces of one person in an apartment. Whoever else changes them waits for this transaction. */
export function lockSpacesOf(trx: Trx, apartmentId: string, userId: string, now: Date) {
  return trx
    .selectFrom("spaces")
    .select(["id", "role", "ends_at as endsAt", "building_id as buildingId"])
    .where("apartment_id", "=", apartmentId)
    .where("user_id", "=", userId)
    .where(isLiving(now))
    .orderBy("created_at")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** One living space in a building as a whole, if it is of one of these roles, locked. */
export function lockSpaceOfBuilding<R extends Role>(
  trx: Trx,
  { id, buildingId, roles }: { id: string; buildingId: string; roles: readonly R[] },
  now: Date,
) {
  return trx
    .selectFrom("spaces")
    .select(["id", "role", "ends_at as endsAt", "user_id as userId"])
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .where("apartment_id", "is", null)
    .where("role", "in", roles)
    .where(isLiving(now))
    .forUpdate()
    .executeTakeFirst();
}

/** What people have, or wait for, in an apartment. */
export function findOpenSpaces(trx: Trx, apartmentId: string) {
  return trx
    .selectFrom("spaces")
    .selectAll()
    .where("apartment_id", "=", apartmentId)
    .where("status", "in", ["PENDING", "APPROVED"])
    .execute();
}
export type OpenSpace = Awaited<ReturnType<typeof findOpenSpaces>>[number];

/** Does anybody have, or wait for, a space in this building? */
export async function hasPeople(trx: Trx, buildingId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("spaces")
    .select("id")
    .where("building_id", "=", buildingId)
    .where("status", "in", ["PENDING", "APPROVED"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the next stay ends; null when none does. */
export async function nextEnd(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("spaces")
    .select((eb) => eb.fn.min("ends_at").as("at"))
    .where("status", "=", "APPROVED")
    .where("ends_at", "is not", null)
    .executeTakeFirst();
  return row?.at ?? null;
}
