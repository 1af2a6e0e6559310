import { visitorRoles } from "@umbral/contract/lib/roles";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, livesThereSince, livingSpaces } from "../spaces/index.ts";

/** What somebody rang by themselves since then, the oldest first: what rang together once. */
export function findRingsSince(trx: Trx, callerId: string, since: Date) {
  return trx
    .selectFrom("calls")
    .select((eb) => [
      "apartment_id as apartmentId",
      "is_to_lobby as isToLobby",
      eb.fn.min("created_at").as("at"),
    ])
    .where("caller_id", "=", callerId)
    .where("is_from_lobby", "=", false)
    .where("created_at", ">", since)
    .groupBy(["ringing_id", "apartment_id", "is_to_lobby"])
    .orderBy("at")
    .execute();
}

/**
 * Has this home admitted this visitor since then: by a door that opened during their call to it, by its pass that they
 * came in by, or by a visit that the lobby authorised? A visit names no home: it counts for those that they ring on its day, and afterwards for
 * those of them where somebody answered. Whom those before let in, whoever moves in has not.
 */
export async function isAdmitted(
  db: Db,
  { callerId, buildingId, apartmentId }: { callerId: string; buildingId: string; apartmentId: string },
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  const opened = db
    .selectFrom("door_orders")
    .innerJoin("calls", "calls.id", "door_orders.call_id")
    .select("door_orders.id as id")
    .where("calls.caller_id", "=", callerId)
    .where("calls.apartment_id", "=", apartmentId)
    .where("calls.is_to_lobby", "=", false)
    .where("door_orders.action", "=", 200)
    .where("door_orders.outcome", "in", ["moved", "late"])
    .where("door_orders.issued_at", ">", since)
    .where(livesThereSince(now, { apartment: "calls.apartment_id", at: "door_orders.issued_at" }));
  const visited = db
    .selectFrom("visits")
    .select("visits.id as id")
    .where("visits.user_id", "=", callerId)
    .where("visits.building_id", "=", buildingId)
    .where("visits.authorised_at", ">", since)
    .where((eb) =>
      eb.or([
        eb("visits.expires_at", ">", now),
        eb.exists(
          eb
            .selectFrom("calls")
            .select("calls.id")
            .whereRef("calls.caller_id", "=", "visits.user_id")
            .where("calls.apartment_id", "=", apartmentId)
            .where("calls.is_to_lobby", "=", false)
            .whereRef("calls.answered_at", ">=", "visits.requested_at")
            .whereRef("calls.answered_at", "<", "visits.expires_at")
            .where(livesThereSince(now, { apartment: "calls.apartment_id", at: "calls.answered_at" })),
        ),
      ]),
    );
  const cameByPass = db
    .selectFrom("pass_movements")
    .innerJoin("passes", "passes.id", "pass_movements.pass_id")
    .select("pass_movements.id as id")
    .where("passes.guest_id", "=", callerId)
    .where("passes.apartment_id", "=", apartmentId)
    .where("pass_movements.kind", "=", "in")
    .where("pass_movements.at", ">", since)
    .where(livesThereSince(now, { apartment: "passes.apartment_id", at: "pass_movements.at" }));
  const admitted = opened.unionAll(visited).unionAll(cameByPass);
  return (await admitted.limit(1).executeTakeFirst()) !== undefined;
}

/** Did the administration give this person a role as a visitor here, rather than they themselves? */
export async function isVisitorByAdministration(
  db: Db,
  { callerId, buildingId }: { callerId: string; buildingId: string },
  now: Date,
): Promise<boolean> {
  const space = await db
    .selectFrom(livingSpaces(now))
    .select("id")
    .where("user_id", "=", callerId)
    .where("building_id", "=", buildingId)
    .where("role", "in", visitorRoles)
    .where("decided_by", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return space !== undefined;
}

/** Who moves in hears whom those before them did not. */
const isStillBlocked = (now: Date) =>
  livesThereSince(now, { apartment: "blocked_callers.apartment_id", at: "blocked_callers.blocked_at" });

/** Does its home not hear this call, since it rang or by now? Of the table `calls`; the lobby is heard always. */
export const isCallBlocked = (now: Date) =>
  sql<boolean>`(calls.is_blocked or (not calls.is_from_lobby and not calls.is_to_lobby
    and exists (select from blocked_callers
      where blocked_callers.apartment_id = calls.apartment_id
        and blocked_callers.caller_id = calls.caller_id and ${isStillBlocked(now)})))`;

/** Does who was rung still belong to where it rings? Somebody may move out, or stand at the lobby no more. Of the table `calls`. */
const isStillOfCallee = (now: Date) =>
  sql<boolean>`case when calls.is_to_lobby
    then exists (select from users where users.id = calls.callee_id and users.user_type = 'KIOSK')
      or exists (select from ${livingSpaces(now)} where spaces.building_id = calls.building_id
        and spaces.user_id = calls.callee_id and spaces.role = 'PORTERIA')
    else exists (select from ${homeSpaces(now)}
      where spaces.apartment_id = calls.apartment_id and spaces.user_id = calls.callee_id) end`;

/** Is this call still for who was rung? They may be there no more, or somebody may block its caller, while it rings. */
export const isStillHeard = (now: Date) =>
  sql<boolean>`not ${isCallBlocked(now)} and ${isStillOfCallee(now)}`;

/** The same of one call. A device that rings already is told nothing of it: it is asked when somebody answers there. */
export const mayStillAnswer = (db: Db, callId: string, now: Date): Promise<boolean> =>
  isCallThat(db, callId, isStillHeard(now));

/** A no is the home's word too, also of whoever has just blocked who calls. */
export const mayStillReject = (db: Db, callId: string, now: Date): Promise<boolean> =>
  isCallThat(db, callId, isStillOfCallee(now));

async function isCallThat(db: Db, callId: string, holds: RawBuilder<boolean>): Promise<boolean> {
  const row = await db
    .selectFrom("calls")
    .select("id")
    .where("id", "=", callId)
    .where(holds)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isBlocked(
  db: Db,
  { apartmentId, callerId }: { apartmentId: string; callerId: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("blocked_callers")
    .select("caller_id")
    .where("apartment_id", "=", apartmentId)
    .where("caller_id", "=", callerId)
    .where(isStillBlocked(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whose calls a home does not hear, the last blocked first. */
export function findBlocked(db: Db, apartmentId: string, now: Date) {
  return db
    .selectFrom("blocked_callers")
    .innerJoin("users", "users.id", "blocked_callers.caller_id")
    .leftJoin("users as blockers", "blockers.id", "blocked_callers.blocked_by")
    .select([
      "users.id as id",
      "users.name as name",
      "blocked_callers.blocked_at as at",
      "blockers.id as byId",
      "blockers.name as byName",
    ])
    .where("blocked_callers.apartment_id", "=", apartmentId)
    .where(isStillBlocked(now))
    .orderBy("blocked_callers.blocked_at", "desc")
    .orderBy("users.id")
    .execute();
}

/** Has this person called the home by themselves since then? */
export async function hasCalled(
  db: Db,
  { apartmentId, callerId, since }: { apartmentId: string; callerId: string; since: Date },
): Promise<boolean> {
  const call = await db
    .selectFrom("calls")
    .select("id")
    .where("caller_id", "=", callerId)
    .where("apartment_id", "=", apartmentId)
    .where("is_from_lobby", "=", false)
    .where("is_to_lobby", "=", false)
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}

/** False when they were blocked already. */
export async function insertBlocked(
  trx: Trx,
  blocked: { apartmentId: string; callerId: string; by: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("blocked_callers")
    .values({
      apartment_id: blocked.apartmentId,
      caller_id: blocked.callerId,
      blocked_by: blocked.by,
      blocked_at: blocked.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["apartment_id", "caller_id"])
        .doUpdateSet({ blocked_by: blocked.by, blocked_at: blocked.at })
        .where(isStillBlocked(blocked.at), "=", false),
    )
    .returning("caller_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when they were not blocked. */
export async function deleteBlocked(
  trx: Trx,
  { apartmentId, callerId }: { apartmentId: string; callerId: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom("blocked_callers")
    .where("apartment_id", "=", apartmentId)
    .where("caller_id", "=", callerId)
    .returning("caller_id")
    .executeTakeFirst();
  return row !== undefined;
}
