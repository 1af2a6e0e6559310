import type { CallStatus, CallWay } from "@umbral/contract/calls/calls.contract";
import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { homeSpaces } from "../spaces/index.ts";
import { isStillHeard } from "./callers.queries.ts";

/** The two people of a call, for the gate. */
export async function findParties(
  db: Db,
  callId: string,
): Promise<{ callerId: string; calleeId: string } | null> {
  const row = await db
    .selectFrom("calls")
    .select(["caller_id as callerId", "callee_id as calleeId"])
    .where("id", "=", callId)
    .executeTakeFirst();
  return row ?? null;
}

/** A space that is called: whose it is, and where. */
export const targetColumns = [
  "spaces.id as id",
  "spaces.user_id as userId",
  "spaces.building_id as buildingId",
  "spaces.apartment_id as apartmentId",
] as const;

/** A space that rings when its apartment is called (decisions §5). */
export function findRingingSpace(db: Db, spaceId: string, now: Date) {
  return db
    .selectFrom(homeSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(targetColumns)
    .where("spaces.id", "=", spaceId)
    .where("users.active", "=", true)
    .executeTakeFirst();
}

/** One person's calls are made one after the other: two made at once must find each other's ringing. */
export async function lockCaller(trx: Trx, callerId: string): Promise<void> {
  await trx.selectFrom("users").select("id").where("id", "=", callerId).forNoKeyUpdate().execute();
}

/** Does anybody of a ringing still hear it? */
export async function isRingingOn(db: Db, ringingId: string): Promise<boolean> {
  const row = await db
    .selectFrom("calls")
    .select("id")
    .where("ringing_id", "=", ringingId)
    .where("status", "=", "ENTRANTE")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The sessions of guests that are over while something still rings or runs in them. */
export function findSessionsLeftByGuests(db: Db, now: Date) {
  return db
    .selectFrom("calls")
    .innerJoin("sessions", "sessions.id", "calls.caller_session_id")
    .select(["sessions.id as sessionId", "calls.caller_id as callerId"])
    .distinct()
    .where("calls.status", "in", ["ENTRANTE", "CONTESTADA"])
    .where((eb) => eb.or([eb("sessions.pass_id", "is not", null), eb("sessions.sign_id", "is not", null)]))
    .where((eb) => eb.or([eb("sessions.ended_at", "is not", null), eb("sessions.expires_at", "<=", now)]))
    .execute();
}

/** When the next session of a guest ends by itself. */
export async function nextEndOfGuests(db: Db, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("sessions")
    .select((eb) => eb.fn.min("expires_at").as("at"))
    .where((eb) => eb.or([eb("pass_id", "is not", null), eb("sign_id", "is not", null)]))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** A call as its parties read it. */
export function findCall(db: Db, callId: string) {
  return callsWithPlace(db).where("calls.id", "=", callId).executeTakeFirst();
}

/** The same of several, by the names of those called. */
export function findCalls(db: Db, callIds: readonly string[]) {
  return callsWithPlace(db)
    .where("calls.id", "in", callIds)
    .orderBy("callees.name")
    .orderBy("calls.id")
    .execute();
}
export type CallRow = NonNullable<Awaited<ReturnType<typeof findCall>>>;

/** The calls that were rung for this person and still ring. */
export function findRingingFor(db: Db, calleeId: string, now: Date) {
  return callsWithPlace(db)
    .where("calls.callee_id", "=", calleeId)
    .where("calls.status", "=", "ENTRANTE")
    .where("calls.expires_at", ">", now)
    .where("calls.rung_at", "is not", null)
    .where(isStillHeard(now))
    .orderBy("calls.id")
    .execute();
}

/** How a call went, or goes. */
export const progressColumns = [
  "calls.id as id",
  "calls.status as status",
  "calls.is_from_lobby as isFromLobby",
  "calls.is_to_lobby as isToLobby",
  "calls.is_unverified as isUnverified",
  "calls.created_at as createdAt",
  "calls.expires_at as expiresAt",
  "calls.answered_at as answeredAt",
  "calls.answered_by as answeredBy",
  "calls.reject_message as rejectMessage",
  "calls.telephone_said as said",
  "calls.ended_at as endedAt",
] as const;

function callsWithPlace(db: Db) {
  return db
    .selectFrom("calls")
    .innerJoin("users", "users.id", "calls.caller_id")
    .innerJoin("users as callees", "callees.id", "calls.callee_id")
    .innerJoin("buildings", "buildings.id", "calls.building_id")
    .leftJoin("apartments", "apartments.id", "calls.apartment_id")
    .select([
      ...progressColumns,
      "calls.caller_id as callerId",
      "calls.callee_id as calleeId",
      "calls.ringing_id as ringingId",
      sql<CallWay[]>`array(
        select channel from call_legs
        where call_id = calls.id and reached_at is not null
        order by reached_at, channel
      )`.as("reached"),
      "callees.name as calleeName",
      sql<boolean>`callees.user_type = 'KIOSK'`.as("isToDevice"),
      "calls.is_from_sign as isBySign",
      sql<boolean>`users.user_type = 'GUEST' and not calls.is_from_sign`.as("isByPass"),
      "users.name as callerName",
      "users.photo_file_id as callerPhotoId",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      "buildings.opens_by_phone as opensByPhone",
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
    ]);
}

/** What decides how a call goes on, and who is told. */
const decisive = [
  "id",
  "ringing_id as ringingId",
  "building_id as buildingId",
  "caller_id as callerId",
  "caller_session_id as callerSessionId",
  "callee_id as calleeId",
  "callee_session_id as calleeSessionId",
  "callee_socket_id as calleeSocketId",
  "status",
  "expires_at as expiresAt",
  "deserted_at as desertedAt",
  "answered_by as answeredBy",
  "is_blocked as isBlocked",
  "is_from_sign as isBySign",
] as const;

/** The same, unlocked. */
export function findDecisive(db: Db, callId: string) {
  return db.selectFrom("calls").select(decisive).where("id", "=", callId).executeTakeFirst();
}
export type DecisiveCall = NonNullable<Awaited<ReturnType<typeof findDecisive>>>;

/**
 * All calls of a call's ringing, locked in one order. Twice: the first waits for whoever is adding a
 * call to it or deciding it, the second sees what they left.
 */
export function lockRinging(trx: Trx, callId: string): Promise<DecisiveCall[]> {
  return lockTwice(() =>
    trx.selectFrom("calls").select(decisive).where(isOfRinging(callId)).orderBy("id").forUpdate().execute(),
  );
}

/**
 * The same, and in the same order the calls in which its two people stand, and what they ring elsewhere.
 * Both are held first: whoever answers another call of theirs waits.
 */
export async function lockAround(trx: Trx, callId: string): Promise<DecisiveCall[]> {
  const parties = await findParties(trx, callId);
  if (!parties) {
    return [];
  }
  const people = [parties.callerId, parties.calleeId];
  await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", people)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return lockTwice(() =>
    trx
      .selectFrom("calls")
      .select(decisive)
      .where((eb) =>
        eb.or([
          isOfRinging(callId)(eb),
          eb.and([eb("status", "=", "ENTRANTE"), eb("caller_id", "in", people)]),
          eb.and([
            eb("status", "=", "CONTESTADA"),
            eb("answered_by", "=", "app"),
            eb.or([eb("caller_id", "in", people), eb("callee_id", "in", people)]),
          ]),
        ]),
      )
      .orderBy("id")
      .forUpdate()
      .execute(),
  );
}

/** All that rings or runs of one person's, in the same order: what they make meanwhile waits, and finds them gone. */
export async function lockCallsOf(trx: Trx, userId: string): Promise<DecisiveCall[]> {
  await lockCaller(trx, userId);
  return lockTwice(() =>
    trx
      .selectFrom("calls")
      .select(decisive)
      .where("status", "in", ["ENTRANTE", "CONTESTADA"])
      .where((eb) => eb.or([eb("caller_id", "=", userId), eb("callee_id", "=", userId)]))
      .orderBy("id")
      .forUpdate()
      .execute(),
  );
}

const isOfRinging = (callId: string) => (eb: ExpressionBuilder<Tables, "calls">) =>
  eb("ringing_id", "=", (of) => of.selectFrom("calls").select("ringing_id").where("id", "=", callId));

async function lockTwice<Rows>(lock: () => Promise<Rows>): Promise<Rows> {
  await lock();
  return lock();
}

/** Writes down what locked calls became, with the words of who rejected them. */
export async function settleCalls(
  trx: Trx,
  callIds: readonly string[],
  to: { status: Exclude<CallStatus, "ENTRANTE" | "CONTESTADA">; rejectMessage: string | null },
  now: Date,
): Promise<void> {
  if (callIds.length === 0) {
    return;
  }
  const rejectMessage = to.status === "RECHAZADA" ? to.rejectMessage : null;
  await trx
    .updateTable("calls")
    .set({ status: to.status, reject_message: rejectMessage, ended_at: now, deserted_at: null })
    .where("id", "in", callIds)
    .execute();
}

/** Writes down who answered a locked call, and on which device if that is known. Without a session: by telephone. */
export async function answerCall(
  trx: Trx,
  callId: string,
  by: { sessionId: string | null; socketId: string | null },
  now: Date,
): Promise<void> {
  await trx
    .updateTable("calls")
    .set({
      status: "CONTESTADA",
      answered_at: now,
      answered_by: by.sessionId === null ? "telefono" : "app",
      callee_session_id: by.sessionId,
      callee_socket_id: by.socketId,
    })
    .where("id", "=", callId)
    .execute();
}

/** The device that stands on the callee's side of an answered call. */
export async function nameCalleeDevice(db: Db, callId: string, socketId: string): Promise<void> {
  await db
    .updateTable("calls")
    .set({ callee_socket_id: socketId })
    .where("id", "=", callId)
    .where("status", "=", "CONTESTADA")
    .execute();
}

/** Everything whose deadline is over becomes PERDIDA, here or in another process, but only once. */
export function missDueCalls(trx: Trx, now: Date) {
  return trx
    .with("due", (cte) =>
      cte
        .selectFrom("calls")
        .select("id")
        .where("status", "=", "ENTRANTE")
        .where("expires_at", "<=", now)
        // The order in which a ringing is locked too, so that nobody waits in a circle.
        .orderBy("id")
        .forUpdate(),
    )
    .updateTable("calls")
    .from("due")
    .whereRef("calls.id", "=", "due.id")
    .where("calls.status", "=", "ENTRANTE")
    .set({ status: "PERDIDA", ended_at: now })
    .returning([
      "calls.id as id",
      "calls.building_id as buildingId",
      "calls.caller_id as callerId",
      "calls.callee_id as calleeId",
      "calls.status as status",
      "calls.is_blocked as isBlocked",
      "calls.is_from_sign as isBySign",
      "calls.answered_by as answeredBy",
    ])
    .execute();
}

/** The next moment at which a ringing call is missed; null when nothing rings. */
export async function nextDeadline(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom("calls")
    .select((eb) => eb.fn.min("expires_at").as("at"))
    .where("status", "=", "ENTRANTE")
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Every running call, and since when both its sides are gone. */
export function findRunning(db: Db) {
  return db
    .selectFrom("calls")
    .select(["id", "deserted_at as desertedAt"])
    .where("status", "=", "CONTESTADA")
    .orderBy("id")
    .execute();
}

/** Both sides of a running call are gone; the time of the first notice stays. */
export async function markDeserted(db: Db, callId: string, now: Date): Promise<void> {
  await db
    .updateTable("calls")
    .set({ deserted_at: now })
    .where("id", "=", callId)
    .where("status", "=", "CONTESTADA")
    .where("deserted_at", "is", null)
    .execute();
}

/** Somebody stands in it again. */
export async function clearDeserted(db: Db, callId: string): Promise<void> {
  await db
    .updateTable("calls")
    .set({ deserted_at: null })
    .where("id", "=", callId)
    .where("deserted_at", "is not", null)
    .execute();
}
