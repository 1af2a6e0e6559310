import { lobbyRoles } from "@umbral/contract/lib/policy";
import type { UserType } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import type { GuestOfActor, VisitorOfActor } from "../../platform/actor.ts";
import { builtOnce } from "../../platform/built-once.ts";
import type { Actor, Person } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { spacesOfPerson } from "../spaces/index.ts";
import { deviceSessions } from "./device-sessions.ts";

export function findUserByCedula(db: Db, cedula: string, userType: "USER" | "ADMIN") {
  return db
    .selectFrom("users")
    .select(["id", "password_hash", "active", "is_demonstration"])
    .where("cedula", "=", cedula)
    .where("user_type", "=", userType)
    .executeTakeFirst();
}

/** Whoever has one of these numbers, of either kind. */
export const findUsersByCedula = (db: Db, cedulas: readonly string[]) =>
  db.selectFrom("users").select(["id", "cedula", "user_type"]).where("cedula", "in", cedulas).execute();

/** Who signs in by themselves: neither who carries a card alone nor a device of a lobby. */
const PEOPLE = ["USER", "ADMIN"] as const;

export const findUser = async (db: Db, userId: string) => (await userOfId(db, { userId })).rows.at(0);

/** Of every first screen. */
const userOfId = builtOnce({ userId: "00000000-0000-4000-8000-000000000001" }, (db, { userId }) =>
  db
    .selectFrom("users")
    .select(["id", "cedula", "name", "email", "phone", "user_type", "token_firebase", "photo_file_id"])
    .where("id", "=", userId)
    .where("user_type", "in", PEOPLE)
    .$narrowType<{ cedula: string; user_type: UserType }>(),
);

export interface NewSession {
  id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  userAgent: string;
  /** Of a pass's guest, or of who stands before a sign: it ends with that. Nothing for a person's own. */
  of?: { passId: string; signId?: never } | { signId: string; passId?: never };
}

export async function insertSession(trx: Trx, session: NewSession): Promise<void> {
  const { id, userId, createdAt, expiresAt, userAgent, of } = session;
  await trx
    .insertInto("sessions")
    .values({
      id,
      user_id: userId,
      created_at: createdAt,
      expires_at: expiresAt,
      last_used_at: createdAt,
      user_agent: userAgent,
      pass_id: of?.passId ?? null,
      sign_id: of?.signId ?? null,
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

export interface OpenSession extends Actor {
  /** When it was used last as far as that was written: of a new one, when it was opened. */
  usedAt: Date;
}

/** The people of those sessions that are open, with the approved spaces that have not run out: one question. */
export async function findActors(db: Db, sessionIds: readonly string[], now: Date): Promise<OpenSession[]> {
  const [sessionId] = sessionIds;
  const rows =
    sessionIds.length === 1 && sessionId !== undefined
      ? (await openSession(db, { sessionId, now })).rows
      : await openSessions(db, sessionIds, now).execute();
  return rows.flatMap((row) => {
    const { userId, userType, kioskId, buildingId, kioskUserId, deviceSessionId, ...more } = row;
    const { passId, passBuildingId, signId, signBuildingId, ...actor } = more;
    if (signId !== null) {
      return userType === "GUEST" && signBuildingId !== null
        ? [asGuest(actor, userId, { signId, buildingId: signBuildingId })]
        : [];
    }
    if (userType === "GUEST" || passId !== null) {
      // A page that was let go is nobody's.
      return userType === "GUEST" && passId !== null && passBuildingId !== null
        ? [asGuest(actor, userId, { passId, buildingId: passBuildingId })]
        : [];
    }
    if (kioskId === null) {
      return userType === "KIOSK" ? [] : [{ id: userId, userType, ...actor }];
    }
    // A device that was taken back, or has no session of its own any more, is nobody, and so is whoever stood at it.
    if (buildingId === null || kioskUserId === null || deviceSessionId === null) {
      return [];
    }
    const isAlone = userId === kioskUserId;
    const spaces = actor.spaces.filter((space) => space.buildingId === buildingId && worksAtLobby(space));
    const kiosk = { id: kioskId, buildingId, userId: kioskUserId, sessionId: deviceSessionId };
    return isAlone || spaces.length > 0
      ? [{ ...actor, id: userId, userType: "USER" as const, hasSecondFactor: false, spaces, kiosk }]
      : [];
  });
}

const asGuest = (
  { sessionId, usedAt }: Pick<OpenSession, "sessionId" | "usedAt">,
  id: string,
  guest: GuestOfActor | VisitorOfActor,
): OpenSession => ({ id, sessionId, usedAt, userType: "USER", hasSecondFactor: false, spaces: [], guest });

const worksAtLobby = ({ role }: { role: string }): boolean => lobbyRoles.some((one) => one === role);

/** Whoever is on shift was there after `since`, and is there now: false when they were not. */
export async function touchPresence(db: Db, sessionId: string, since: Date, now: Date): Promise<boolean> {
  const touched = await db
    .updateTable("sessions")
    .set({ present_at: now })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .where("present_at", ">", since)
    .returning("id")
    .executeTakeFirst();
  return touched !== undefined;
}

/** The same for an active person without a session. */
export async function findPerson(db: Db, userId: string, now: Date): Promise<Person | null> {
  const row = await db
    .selectFrom("users")
    .select(["users.user_type as userType", spacesOfPerson(now).as("spaces")])
    .where("users.id", "=", userId)
    .where("users.active", "=", true)
    .where("users.user_type", "in", PEOPLE)
    .$narrowType<{ userType: UserType }>()
    .executeTakeFirst();
  return row ? { id: userId, userType: row.userType, spaces: row.spaces } : null;
}

function openSessions(db: Db, sessionIds: readonly string[], now: Date) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("kiosks", (join) =>
      join.onRef("kiosks.id", "=", "sessions.kiosk_id").on("kiosks.taken_back_at", "is", null),
    )
    .leftJoin(deviceSessions(now), "device.kiosk_id", "kiosks.id")
    .leftJoin("passes", (join) =>
      join.onRef("passes.id", "=", "sessions.pass_id").on("passes.secret_digest", "is not", null),
    )
    .leftJoin("entrance_signs", "entrance_signs.id", "sessions.sign_id")
    .select((eb) => [
      "sessions.id as sessionId",
      eb.fn.coalesce("sessions.last_used_at", "sessions.created_at").as("usedAt"),
      "users.id as userId",
      "users.user_type as userType",
      sql<boolean>`(sessions.second_factor_at is not null or users.is_demonstration)`.as("hasSecondFactor"),
      spacesOfPerson(now).as("spaces"),
      "sessions.kiosk_id as kioskId",
      "kiosks.building_id as buildingId",
      "kiosks.user_id as kioskUserId",
      "device.id as deviceSessionId",
      "sessions.pass_id as passId",
      "passes.building_id as passBuildingId",
      "sessions.sign_id as signId",
      "entrance_signs.building_id as signBuildingId",
    ])
    .where("sessions.id", "in", sessionIds)
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("users.active", "=", true)
    .where("users.user_type", "!=", "HOLDER")
    .$narrowType<{ userType: UserType | "KIOSK" | "GUEST" }>();
}

/** Of one session: asked with every request and every message. */
const openSession = builtOnce(
  { sessionId: "00000000-0000-4000-8000-000000000001", now: new Date(0) },
  (db, { sessionId, now }) => openSessions(db, [sessionId], now),
);
