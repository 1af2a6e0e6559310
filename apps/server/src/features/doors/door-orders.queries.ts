import type { DoorAction, OrderOutcome } from "@umbral/contract/doors/doors.contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livesThereSince } from "../spaces/index.ts";

export interface NewOrder {
  id: string;
  buildingId: string;
  doorId: string;
  requestedBy: string;
  requestId: string | null;
  tokenId: string | null;
  callId: string | null;
  visitorId: string | null;
  visitId: string | null;
  action: DoorAction;
  issuedAt: Date;
}

/** An order as it is written down: what it asks for, what came of it, and whether this press made it. */
export interface WrittenOrder {
  id: string;
  doorId: string;
  action: DoorAction;
  outcome: OrderOutcome | null;
  isNew: boolean;
}

/**
 * Writes an order down together with its audit line, in one statement: the usual case, of a person who gave fewer than so many
 * orders to this door since then, and of whom none is pending that this one would share. In any other case it writes nothing.
 * @returns whether it was written
 */
export async function insertUsualOrder(
  db: Db,
  order: NewOrder,
  limit: { since: Date; atMost: number },
  audited: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    with done as (
      insert into door_orders (id, building_id, door_id, requested_by, request_id, token_id, call_id, visitor_id, visit_id,
        action, issued_at)
      select ${order.id}::uuid, ${order.buildingId}::uuid, ${order.doorId}::uuid, ${order.requestedBy}::uuid,
        ${order.requestId}::uuid, ${order.tokenId}::uuid, ${order.callId}::uuid, ${order.visitorId}::uuid,
        ${order.visitId}::uuid, ${order.action}::integer, ${order.issuedAt}::timestamptz
      where (select count(*) from door_orders earlier where earlier.requested_by = ${order.requestedBy}::uuid
        and earlier.door_id = ${order.doorId}::uuid and earlier.issued_at > ${limit.since}::timestamptz) < ${limit.atMost}::integer
      on conflict do nothing returning id
    ), ${audited}
    select id from done`.execute(db);
  return rows.length > 0;
}

/** Settles an order that is pending together with the audit line of it, in one statement; nothing when it was settled already. */
export async function settleAudited(
  db: Db,
  order: { id: string; outcome: OrderOutcome; at: Date },
  audited: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with done as (
      update door_orders set outcome = ${order.outcome}, settled_at = ${order.at}::timestamptz
      where id = ${order.id}::uuid and outcome is null returning id
    ), ${audited}
    select id from done`.execute(db);
}

/**
 * One person's presses are written down one after the other: else many at once would slip under the limit. With it, in the
 * same statement, what they asked of this door and nobody waits for any more is settled: it would swallow this press.
 */
export async function holdPresses(
  trx: Trx,
  of: { requestedBy: string; doorId: string; forgottenBefore: Date; at: Date },
): Promise<void> {
  await sql`
    with held as materialized (
      select pg_advisory_xact_lock(hashtextextended(${`presses:${of.requestedBy}`}, 0))
    )
    update door_orders set outcome = 'no-answer', settled_at = ${of.at}
    where exists (select from held) and requested_by = ${of.requestedBy} and door_id = ${of.doorId}
      and outcome is null and issued_at < ${of.forgottenBefore}`.execute(trx);
}

/**
 * Writes an order down, unless this very press already is one, or a press without a name finds another one
 * without a name by this person on this door still pending.
 * @returns with how many orders this person gave to the door since then, before this one; none are counted for one that is not new
 */
export async function insertOrder(
  trx: Trx,
  order: NewOrder,
  countedSince: Date,
): Promise<WrittenOrder & { ordersBefore: number }> {
  const inserted = await trx
    .insertInto("door_orders")
    .values({
      id: order.id,
      building_id: order.buildingId,
      door_id: order.doorId,
      requested_by: order.requestedBy,
      request_id: order.requestId,
      token_id: order.tokenId,
      call_id: order.callId,
      visitor_id: order.visitorId,
      visit_id: order.visitId,
      action: order.action,
      outcome: null,
      issued_at: order.issuedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning([
      "door_orders.id as id",
      // As the table was before this statement.
      sql<number>`(select count(*)::int from door_orders earlier where earlier.requested_by = ${order.requestedBy}
        and earlier.door_id = ${order.doorId} and earlier.issued_at > ${countedSince})`.as("ordersBefore"),
    ])
    .executeTakeFirst();
  if (inserted) {
    const { id, ordersBefore } = inserted;
    return { id, doorId: order.doorId, action: order.action, outcome: null, isNew: true, ordersBefore };
  }
  const known = await trx
    .selectFrom("door_orders")
    .select(["id", "door_id as doorId", "action", "outcome"])
    .where("requested_by", "=", order.requestedBy)
    .where((eb) =>
      order.requestId === null
        ? eb.and([
            eb("request_id", "is", null),
            eb("door_id", "=", order.doorId),
            eb("action", "=", order.action),
          ])
        : eb("request_id", "=", order.requestId),
    )
    // What was pending a moment ago may have been settled since: it is the last one then.
    .orderBy("issued_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...known, isNew: false, ordersBefore: 0 };
}

/** Settles an order that is pending; false when it was settled already. */
export async function settleOrder(
  trx: Trx,
  orderId: string,
  outcome: OrderOutcome,
  at: Date,
): Promise<boolean> {
  const settled = await trx
    .updateTable("door_orders")
    .set({ outcome, settled_at: at })
    .where("id", "=", orderId)
    .where("outcome", "is", null)
    .returning("id")
    .executeTakeFirst();
  return settled !== undefined;
}

export async function findOutcome(db: Db, orderId: string): Promise<OrderOutcome | null> {
  const row = await db
    .selectFrom("door_orders")
    .select("outcome")
    .where("id", "=", orderId)
    .executeTakeFirst();
  return row?.outcome ?? null;
}

/**
 * Settles orders that no process can be waiting for any more: the one that issued them died. Without it they
 * would swallow every later press.
 */
export async function settleForgotten(db: Db, issuedBefore: Date, at: Date): Promise<void> {
  await db
    .updateTable("door_orders")
    .set({ outcome: "no-answer", settled_at: at })
    .where("outcome", "is", null)
    .where("issued_at", "<", issuedBefore)
    .execute();
}

/** Did a controller tell for certain that this order's relay moved? */
export async function hasOpened(trx: Trx, orderId: string): Promise<boolean> {
  const opening = await trx
    .selectFrom("open_door_events")
    .select("id")
    .where("order_id", "=", orderId)
    .where("is_certain", "=", true)
    .executeTakeFirst();
  return opening !== undefined;
}

/** The order a controller's fact speaks of, locked, if it was for this building. */
export function lockOrder(trx: Trx, buildingId: string, orderId: string) {
  return trx
    .selectFrom("door_orders")
    .select(["id", "door_id", "requested_by", "call_id", "visit_id", "token_id", "outcome"])
    .where("id", "=", orderId)
    .where("building_id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}

/** The relay moved after the press had been told otherwise. */
export async function markLate(trx: Trx, orderId: string): Promise<void> {
  await trx.updateTable("door_orders").set({ outcome: "late" }).where("id", "=", orderId).execute();
}

/** The running call in which this person was called; opening during it is its own origin. */
export function findAnsweredCall(db: Db, callId: string, calleeId: string, buildingId: string) {
  return db
    .selectFrom("calls")
    .select(["id", "is_from_sign as isFromSign"])
    .where("id", "=", callId)
    .where("callee_id", "=", calleeId)
    .where("building_id", "=", buildingId)
    .where("status", "=", "CONTESTADA")
    .executeTakeFirst();
}

/** A visitor whom those who live in this call's apartment know, or that was written down during this call. */
export function findVisitorAt(db: Db, visitorId: string, callId: string | undefined, now: Date) {
  return db
    .selectFrom("visitors")
    .innerJoin("calls", "calls.apartment_id", "visitors.apartment_id")
    .select("visitors.id")
    .where("visitors.id", "=", visitorId)
    .where("calls.id", "=", callId ?? null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb("visitors.type", "=", "VISITANTE_CONOCIDO"),
          livesThereSince(now, { apartment: "visitors.apartment_id", at: "visitors.created_at" }),
        ]),
        eb("visitors.call_id", "=", eb.ref("calls.id")),
      ]),
    )
    .executeTakeFirst();
}
