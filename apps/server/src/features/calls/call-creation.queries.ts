import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { isCallBlocked } from "./callers.queries.ts";

/** Has something of what this caller rang just run out, without anybody having written so? */
export async function isAnyDue(db: Db, callerId: string, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom("calls")
    .select("id")
    .where("caller_id", "=", callerId)
    .where("status", "=", "ENTRANTE")
    .where("expires_at", "<=", now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** What this caller is ringing at this apartment. Locked, so that nobody answers while a call is added to it. */
export function lockRingingAt(
  trx: Trx,
  { callerId, apartmentId, isToLobby }: Pick<NewCall, "callerId" | "apartmentId" | "isToLobby">,
) {
  return trx
    .selectFrom("calls")
    .select(["id", "ringing_id as ringingId", "callee_id as calleeId"])
    .where("caller_id", "=", callerId)
    .where("apartment_id", "is not distinct from", apartmentId)
    .where("is_to_lobby", "=", isToLobby)
    .where("status", "=", "ENTRANTE")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** What rings or runs of what somebody called, and in which session, locked. Whoever asks holds the caller. */
export function lockLiveCallsBy(trx: Trx, callerId: string) {
  return trx
    .selectFrom("calls")
    .select(["id", "status", "caller_session_id as sessionId"])
    .where("caller_id", "=", callerId)
    .where("status", "in", ["ENTRANTE", "CONTESTADA"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

export interface NewCall {
  id: string;
  ringingId: string;
  buildingId: string;
  apartmentId: string | null;
  callerId: string;
  callerSessionId: string;
  calleeId: string;
  /** Null for a device of the lobby. */
  spaceId: string | null;
  isFromLobby: boolean;
  isToLobby: boolean;
  isUnverified: boolean;
  isFromSign: boolean;
  isBlocked: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** At least one. */
export async function insertCalls(trx: Trx, calls: readonly NewCall[]): Promise<void> {
  await trx
    .insertInto("calls")
    .values(
      calls.map((call) => ({
        id: call.id,
        ringing_id: call.ringingId,
        building_id: call.buildingId,
        apartment_id: call.apartmentId,
        caller_id: call.callerId,
        caller_session_id: call.callerSessionId,
        callee_id: call.calleeId,
        callee_session_id: null,
        callee_socket_id: null,
        space_id: call.spaceId,
        is_from_lobby: call.isFromLobby,
        is_to_lobby: call.isToLobby,
        is_unverified: call.isUnverified,
        is_from_sign: call.isFromSign,
        is_blocked: call.isBlocked,
        created_at: call.createdAt,
        expires_at: call.expiresAt,
      })),
    )
    .execute();
}

/**
 * The caller's device asks for these to ring: its session stands on the caller's side from now on. Of them those
 * that still can ring. A call that its home has blocked is not rung.
 */
export function markRung(trx: Trx, callIds: readonly string[], sessionId: string, now: Date) {
  const isBlocked = isCallBlocked(now);
  return trx
    .updateTable("calls")
    .set({
      is_blocked: isBlocked,
      rung_at: sql<Date | null>`case when ${isBlocked} then rung_at else coalesce(rung_at, ${now}) end`,
      rung_times: sql<number>`rung_times + 1`,
      caller_session_id: sessionId,
    })
    .where("id", "in", callIds)
    .where("status", "=", "ENTRANTE")
    .where("expires_at", ">", now)
    .returning(["id", "is_blocked as isBlocked", "rung_times as times"])
    .execute();
}
