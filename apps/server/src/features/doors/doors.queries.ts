import type { DoorAction, OpenDoorOrigin, OrderOutcome } from "@umbral/contract/doors/doors.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

/** The cameras of a door, in their order, for a question that has the table of doors. */
const camerasOfDoor = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', cameras.id, 'name', cameras.name)
    order by door_cameras.position, cameras.id), '[]')
  from door_cameras join cameras on cameras.id = door_cameras.camera_id
  where door_cameras.door_id = doors.id)`;

/** Doors with their places on the plan and their cameras, in the plan's order: for more to be asked of them. */
export const doorsOnPlan = (db: Db) =>
  db
    .selectFrom("doors")
    .innerJoin("towers", "towers.id", "doors.tower_id")
    .innerJoin("floors", "floors.id", "doors.floor_id")
    .select([
      "doors.id as id",
      "doors.name as name",
      "doors.local_id as localId",
      "doors.scope as scope",
      "doors.controller_id as controllerId",
      "doors.plan_left as left",
      "doors.plan_top as top",
      "towers.id as towerId",
      "towers.name as towerName",
      "floors.id as floorId",
      "floors.name as floorName",
      camerasOfDoor.as("cameras"),
    ])
    .orderBy(sql`doors.local_id collate natural_order`);

/**
 * When the relay of a door was last told to move and did not, unless the door has opened since, for a question that has
 * the table of doors.
 */
const jammedSince = sql<Date | null>`(
  select last.issued_at from (
    select issued_at, outcome from door_orders
    where door_id = doors.id and outcome is not null
    order by issued_at desc limit 1
  ) last
  where last.outcome = 'failed' and not exists (
    select from open_door_events
    where door_id = doors.id and occurred_at > last.issued_at and is_certain
  ))`;

/** The doors of a building, with how each is now, and which of them this person wants first. One question. */
export function findDoors(db: Db, buildingId: string, userId: string) {
  return doorsOnPlan(db)
    .leftJoin("controllers", "controllers.id", "doors.controller_id")
    .leftJoin("door_leaves", "door_leaves.door_id", "doors.id")
    .leftJoin("favourite_doors", (join) =>
      join.onRef("favourite_doors.door_id", "=", "doors.id").on("favourite_doors.user_id", "=", userId),
    )
    .select((eb) => [
      "doors.relay as relay",
      eb
        .selectFrom("door_free_periods")
        .whereRef("door_free_periods.door_id", "=", "doors.id")
        .where("ended_at", "is", null)
        .select("origin")
        .orderBy("began_at", "desc")
        .limit(1)
        .as("freeBy"),
      "controllers.last_seen_at as lastSeenAt",
      "door_leaves.leaf as leaf",
      "door_leaves.since as leafSince",
      jammedSince.as("jammedSince"),
      eb("favourite_doors.door_id", "is not", null).as("isFavourite"),
    ])
    .where("doors.building_id", "=", buildingId)
    .execute();
}

/** The names of those doors of a building that are jammed. */
export async function findJammed(db: Db, buildingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("doors")
    .select("name")
    .where("building_id", "=", buildingId)
    .where(jammedSince, "is not", null)
    .orderBy(sql`local_id collate natural_order`)
    .execute();
  return rows.map(({ name }) => name);
}

/** A door of a building by its whole localId or by its id. */
export function findDoor(db: Db, buildingId: string, door: string) {
  return db
    .selectFrom("doors")
    .select(["id", "name", "building_id", "local_id", "controller_id"])
    .where("building_id", "=", buildingId)
    .where((eb) => eb.or([eb("local_id", "=", door), eb(sql`id::text`, "=", door.toLowerCase())]))
    .executeTakeFirst();
}

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
 * @param of one person's on one door, or everybody's
 */
export async function settleForgotten(
  db: Db,
  issuedBefore: Date,
  at: Date,
  of?: { requestedBy: string; doorId: string },
): Promise<void> {
  await db
    .updateTable("door_orders")
    .set({ outcome: "no-answer", settled_at: at })
    .$if(of !== undefined, (query) =>
      query.where("requested_by", "=", of?.requestedBy ?? "").where("door_id", "=", of?.doorId ?? ""),
    )
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

/** A visitor that this call's apartment knows, or that was written down as unknown during this call. */
export function findVisitorAt(db: Db, visitorId: string, callId: string | undefined) {
  return db
    .selectFrom("visitors")
    .innerJoin("calls", "calls.apartment_id", "visitors.apartment_id")
    .select("visitors.id")
    .where("visitors.id", "=", visitorId)
    .where("calls.id", "=", callId ?? null)
    .where((eb) =>
      eb.or([
        eb("visitors.type", "=", "VISITANTE_CONOCIDO"),
        eb("visitors.call_id", "=", eb.ref("calls.id")),
      ]),
    )
    .executeTakeFirst();
}

export async function insertOpening(
  trx: Trx,
  opening: {
    id: string;
    buildingId: string;
    doorId: string;
    orderId: string | null;
    userId: string | null;
    origin: OpenDoorOrigin;
    occurredAt: Date;
    toldAt: Date | null;
    isCertain: boolean;
  },
): Promise<boolean> {
  const kept = await trx
    .insertInto("open_door_events")
    .columns([
      "id",
      "building_id",
      "door_id",
      "door_name",
      "order_id",
      "user_id",
      "apartment_id",
      "origin",
      "occurred_at",
      "told_at",
      "picture_file_id",
      "is_certain",
    ])
    .expression((eb) =>
      eb
        .selectFrom("doors")
        .select([
          sql<string>`${opening.id}::uuid`.as("id"),
          "doors.building_id",
          "doors.id as door_id",
          "doors.name as door_name",
          sql<string | null>`${opening.orderId}::uuid`.as("order_id"),
          sql<string | null>`${opening.userId}::uuid`.as("user_id"),
          sql<string | null>`(select apartment_id from ${livingSpaces(opening.occurredAt)}
            where user_id = ${opening.userId}::uuid and building_id = doors.building_id and apartment_id is not null
            order by last_used_at desc nulls last, created_at limit 1)`.as("apartment_id"),
          sql<OpenDoorOrigin>`${opening.origin}::text`.as("origin"),
          sql<Date>`${opening.occurredAt}::timestamptz`.as("occurred_at"),
          sql<Date | null>`${opening.toldAt}::timestamptz`.as("told_at"),
          sql<string | null>`null::uuid`.as("picture_file_id"),
          sql<boolean>`${opening.isCertain}::boolean`.as("is_certain"),
        ])
        .where("doors.id", "=", opening.doorId)
        .where("doors.building_id", "=", opening.buildingId),
    )
    .onConflict((conflict) =>
      // What may have been is certain once the controller knows it; never the other way.
      conflict
        .column("id")
        .doUpdateSet({ is_certain: true })
        .where("open_door_events.building_id", "=", opening.buildingId)
        .where(sql<boolean>`excluded.is_certain`),
    )
    .returning(sql<boolean>`xmax = 0`.as("isNew"))
    .executeTakeFirst();
  return kept?.isNew === true;
}

/** Did somebody open a common door of this building shortly before this one? */
export async function openedJustBefore(
  db: Db,
  opening: { id: string; userId: string; buildingId: string; at: Date },
  withinMs: number,
): Promise<boolean> {
  const before = await db
    .selectFrom("open_door_events")
    .innerJoin("doors", "doors.id", "open_door_events.door_id")
    .select("open_door_events.id")
    .where("open_door_events.user_id", "=", opening.userId)
    .where("open_door_events.building_id", "=", opening.buildingId)
    .where("doors.scope", "=", "building")
    .where("open_door_events.id", "!=", opening.id)
    .where("open_door_events.occurred_at", ">", new Date(opening.at.getTime() - withinMs))
    .where("open_door_events.occurred_at", "<=", opening.at)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

export async function attachPicture(
  trx: Trx,
  buildingId: string,
  openingId: string,
  fileId: string,
): Promise<boolean> {
  const attached = await trx
    .updateTable("open_door_events")
    .set({ picture_file_id: fileId })
    .where("id", "=", openingId)
    .where("building_id", "=", buildingId)
    .where("picture_file_id", "is", null)
    .returning("id")
    .executeTakeFirst();
  return attached !== undefined;
}

/** The controller sent something as this opening's picture that is none; false for an opening nobody knows. */
export async function markBrokenPicture(trx: Trx, buildingId: string, openingId: string): Promise<boolean> {
  const marked = await trx
    .updateTable("open_door_events")
    .set({ has_broken_picture: true })
    .where("id", "=", openingId)
    .where("building_id", "=", buildingId)
    .returning("id")
    .executeTakeFirst();
  return marked !== undefined;
}

export async function findBuildingOfDoor(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("doors").select("building_id").where("id", "=", id).executeTakeFirst();
  return row?.building_id;
}
