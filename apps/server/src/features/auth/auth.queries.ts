import type { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { Actor, Person } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";

export function findUserByCedula(db: Db, cedula: string, userType: "USER" | "ADMIN") {
  return db
    .selectFrom("users")
    .select(["id", "password_hash", "active", "is_demonstration"])
    .where("cedula", "=", cedula)
    .where("user_type", "=", userType)
    .executeTakeFirst();
}

export function findUser(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "cedula", "name", "email", "phone", "user_type", "token_firebase", "photo_file_id"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

export async function insertSession(
  trx: Trx,
  session: { id: string; userId: string; createdAt: Date; expiresAt: Date; userAgent: string },
): Promise<void> {
  await trx
    .insertInto("sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
      last_used_at: session.createdAt,
      user_agent: session.userAgent,
    })
    .execute();
}

/** Writes that a session is used, unless that was written after `since`, and until when it lasts if it is not again. */
export async function touchSession(
  db: Db,
  sessionId: string,
  { now, since, expiresAt }: { now: Date; since: Date; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ last_used_at: now, expires_at: expiresAt })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .where((or) => or.or([or("last_used_at", "is", null), or("last_used_at", "<", since)]))
    .execute();
}

/** Is that still the person's password, and may they sign in? Nobody changes it until the transaction ends. */
export async function holdsPassword(trx: Trx, userId: string, passwordHash: string | null): Promise<boolean> {
  const row = await trx
    .selectFrom("users")
    .select(["password_hash", "active"])
    .where("id", "=", userId)
    .forShare()
    .executeTakeFirst();
  return row?.active === true && row.password_hash === passwordHash;
}

/** Ends a session; false when it had ended already. */
export async function endSession(trx: Trx, sessionId: string, at: Date): Promise<boolean> {
  const ended = await trx
    .updateTable("sessions")
    .set({ ended_at: at })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

interface SpaceOfActor {
  role: Actor["spaces"][number]["role"];
  buildingId: string;
  apartmentId: string | null;
  towerId: string | null;
  floorId: string | null;
}

export interface OpenSession extends Actor {
  /** When it was used last as far as that was written: of a new one, when it was opened. */
  usedAt: Date;
}

/** The people of those sessions that are open, with the approved spaces that have not run out: one question. */
export async function findActors(db: Db, sessionIds: readonly string[], now: Date): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select((eb) => [
      "sessions.id as sessionId",
      eb.fn.coalesce("sessions.last_used_at", "sessions.created_at").as("usedAt"),
      "users.id as userId",
      "users.user_type as userType",
      sql<boolean>`(sessions.second_factor_at is not null or users.is_demonstration)`.as("hasSecondFactor"),
      spacesOfUser(now).as("spaces"),
    ])
    .where("sessions.id", "in", sessionIds)
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("users.active", "=", true)
    .execute();
  return rows.map(({ userId, ...actor }) => ({ id: userId, ...actor }));
}

/** The same for an active person without a session. */
export async function findPerson(db: Db, userId: string, now: Date): Promise<Person | null> {
  const row = await db
    .selectFrom("users")
    .select(["users.user_type as userType", spacesOfUser(now).as("spaces")])
    .where("users.id", "=", userId)
    .where("users.active", "=", true)
    .executeTakeFirst();
  return row ? { id: userId, userType: row.userType, spaces: row.spaces } : null;
}

/** The approved spaces of `users.id` that have not run out. */
const spacesOfUser = (now: Date) => sql<SpaceOfActor[]>`(
  select coalesce(json_agg(json_build_object(
    'role', spaces.role,
    'buildingId', spaces.building_id,
    'apartmentId', spaces.apartment_id,
    'towerId', apartments.tower_id,
    'floorId', apartments.floor_id)), '[]')
  from spaces left join apartments on apartments.id = spaces.apartment_id
  where spaces.user_id = users.id and spaces.status = 'APPROVED'
    and (spaces.ends_at is null or spaces.ends_at > ${now}))`;

/** A person's approved, active spaces, the last used first. */
export function findSpaces(db: Db, userId: string, now: Date) {
  return db
    .selectFrom("spaces")
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
    .where("spaces.status", "=", "APPROVED")
    .where((or) => or.or([or("spaces.ends_at", "is", null), or("spaces.ends_at", ">", now)]))
    .orderBy("spaces.last_used_at", (order) => order.desc().nullsLast())
    .orderBy("spaces.created_at")
    .orderBy("spaces.id")
    .execute();
}

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

/** Puts one of the person's own live spaces first, and says where it is; undefined when it is not one. */
export function touchSpace(trx: Trx, userId: string, spaceId: string, now: Date) {
  return trx
    .updateTable("spaces")
    .set({ last_used_at: now })
    .where("id", "=", spaceId)
    .where("user_id", "=", userId)
    .where("status", "=", "APPROVED")
    .where((or) => or.or([or("ends_at", "is", null), or("ends_at", ">", now)]))
    .returning("building_id as buildingId")
    .executeTakeFirst();
}

/** Active people with one of the first roles in the building, or one of the second in the apartment. */
export async function findHolders(
  db: Db,
  place: { buildingId: string; apartmentId: string | null },
  roles: { ofBuilding: readonly Role[]; ofApartment: readonly Role[] },
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where("spaces.building_id", "=", place.buildingId)
    .where("spaces.status", "=", "APPROVED")
    .where((or) => or.or([or("spaces.ends_at", "is", null), or("spaces.ends_at", ">", now)]))
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
    .selectFrom("spaces")
    .innerJoin("users", "users.id", "spaces.user_id")
    .select("users.id as id")
    .distinct()
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.status", "=", "APPROVED")
    .where((or) => or.or([or("spaces.ends_at", "is", null), or("spaces.ends_at", ">", now)]))
    .where("users.active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}
