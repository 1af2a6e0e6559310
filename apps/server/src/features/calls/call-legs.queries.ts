import type { TelephoneWord } from "@umbral/contract/calls/calls.contract";
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { isStillHeard } from "./callers.queries.ts";

export type LegChannel = Tables["call_legs"]["channel"];

/** Begins a leg of a call; false when it had begun: each is once a call. */
export async function beginLeg(trx: Trx, callId: string, channel: LegChannel, now: Date): Promise<boolean> {
  return (await beginLegs(trx, [callId], channel, now)).has(callId);
}

/** The same of several calls, at least one. @returns those of which it had not begun */
export async function beginLegs(
  trx: Trx,
  callIds: readonly string[],
  channel: LegChannel,
  now: Date,
): Promise<ReadonlySet<string>> {
  const begun = await trx
    .insertInto("call_legs")
    .values(callIds.map((id) => ({ call_id: id, channel, begun_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("call_id")
    .execute();
  return new Set(begun.map((leg) => leg.call_id));
}

const lacksLeg = (channel: LegChannel) =>
  sql<SqlBool>`not exists (select from call_legs where call_id = calls.id and channel = ${channel})`;

/**
 * Calls that were rung until this moment, ring on and lack this leg, with where their person can be
 * reached. Not of visitors whom the home has not admitted (decisions §5), nor of whom it does not hear. Locked, so that nobody answers meanwhile; those that somebody is deciding now are left out.
 */
export function lockCallsWithoutLeg(trx: Trx, channel: LegChannel, rungUntil: Date, now: Date) {
  return trx
    .selectFrom("calls")
    .innerJoin("users", "users.id", "calls.callee_id")
    .select(["calls.id as id", "users.phone as phone"])
    .where("calls.status", "=", "ENTRANTE")
    .where("calls.expires_at", ">", now)
    .where("calls.rung_at", "<=", rungUntil)
    .where("calls.is_to_lobby", "=", false)
    .where("calls.is_unverified", "=", false)
    .where(isStillHeard(now))
    .where(lacksLeg(channel))
    .orderBy("calls.id")
    .forNoKeyUpdate("calls")
    .skipLocked()
    .execute();
}

/** When the call that has rung longest without this leg began to ring; null when there is none. */
export async function longestRungWithoutLeg(db: Db, channel: LegChannel, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("calls")
    .select((eb) => eb.fn.min("rung_at").as("at"))
    .where("status", "=", "ENTRANTE")
    .where("expires_at", ">", now)
    .where("is_to_lobby", "=", false)
    .where("is_unverified", "=", false)
    .where(isStillHeard(now))
    .where(lacksLeg(channel))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** A provider took it. Gives the two people of the call the first time, undefined after. */
export function reachLeg(trx: Trx, callId: string, channel: LegChannel, now: Date) {
  return trx
    .updateTable("call_legs")
    .from("calls")
    .set({ reached_at: now })
    .whereRef("calls.id", "=", "call_legs.call_id")
    .where("call_legs.call_id", "=", callId)
    .where("call_legs.channel", "=", channel)
    .where("call_legs.reached_at", "is", null)
    .returning([
      "calls.caller_id as callerId",
      "calls.callee_id as calleeId",
      "calls.is_from_sign as isBySign",
    ])
    .executeTakeFirst();
}

/** What this person is ringing, with the legs that a provider took. */
export function findRingingOf(db: Db, callerId: string, now: Date) {
  return (
    db
      .selectFrom("calls")
      .leftJoin("call_legs", (join) =>
        join.onRef("call_legs.call_id", "=", "calls.id").on("call_legs.reached_at", "is not", null),
      )
      .select(["calls.id as id", "calls.callee_id as calleeId", "call_legs.channel as channel"])
      .where("calls.caller_id", "=", callerId)
      .where("calls.status", "=", "ENTRANTE")
      .where("calls.expires_at", ">", now)
      .where("calls.rung_at", "is not", null)
      // Who rings by the sign learns nothing of who is there.
      .where("calls.is_from_sign", "=", false)
      .orderBy("calls.id")
      .orderBy("call_legs.reached_at")
      .execute()
  );
}

/** What somebody of this home or lobby answered of who rings by the sign. */
export function findAnsweredBySign(db: Db, callerId: string) {
  return db
    .selectFrom("calls")
    .select(["id as callId", "callee_id as userId"])
    .where("caller_id", "=", callerId)
    .where("is_from_sign", "=", true)
    .where("status", "=", "CONTESTADA")
    .execute();
}

/** The session that answered a call, and whether another of its ringing was answered. */
export function findEnding(trx: Trx, callId: string) {
  return trx
    .selectFrom("calls")
    .select((eb) => [
      "calls.callee_session_id as sessionId",
      eb
        .exists(
          eb
            .selectFrom("calls as others")
            .select("others.id")
            .whereRef("others.ringing_id", "=", "calls.ringing_id")
            .whereRef("others.id", "<>", "calls.id")
            .where("others.answered_at", "is not", null),
        )
        .as("isTakenByAnother"),
    ])
    .where("calls.id", "=", callId)
    .executeTakeFirst();
}

export async function hasLeg(db: Db, callId: string, channel: LegChannel): Promise<boolean> {
  const row = await db
    .selectFrom("call_legs")
    .select("call_id")
    .where("call_id", "=", callId)
    .where("channel", "=", channel)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes down what a key of the telephone said: that the door is open is the last word. */
export async function noteTelephoneWord(db: Db, callId: string, word: TelephoneWord): Promise<void> {
  await db
    .updateTable("calls")
    .set({ telephone_said: word })
    .where("id", "=", callId)
    .where((eb) => eb.or([eb("telephone_said", "is", null), eb("telephone_said", "<>", "opened")]))
    .execute();
}

/** The one press by which the telephone opens in this call: `requestId`, or the one before it. */
export async function claimOpening(db: Db, callId: string, requestId: string): Promise<string | null> {
  const row = await db
    .updateTable("call_legs")
    .set((eb) => ({ opening_request_id: eb.fn.coalesce("opening_request_id", eb.val(requestId)) }))
    .where("call_id", "=", callId)
    .where("channel", "=", "voice")
    .returning("opening_request_id as requestId")
    .executeTakeFirst();
  return row?.requestId ?? null;
}

/** The press came to nothing for certain: another may follow. */
export async function releaseOpening(db: Db, callId: string, requestId: string): Promise<void> {
  await db
    .updateTable("call_legs")
    .set({ opening_request_id: null })
    .where("call_id", "=", callId)
    .where("channel", "=", "voice")
    .where("opening_request_id", "=", requestId)
    .execute();
}
