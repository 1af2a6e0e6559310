import type { DeliveryFault, listDeliveries } from "@umbral/contract/integrations/webhooks.contract";
import { LIST_REACH } from "@umbral/contract/lib/pages";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db, Trx } from "../../platform/database.ts";
import { describedEvents } from "./outside-events.queries.ts";

const listed = (db: Db) =>
  db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .select([
      "webhook_deliveries.id as id",
      "webhooks.id as webhookId",
      "webhooks.name as webhookName",
      "webhook_deliveries.kind as kind",
      "webhook_deliveries.state as state",
      "webhook_deliveries.created_at as createdAt",
      "webhook_deliveries.attempts as attempts",
      "webhook_deliveries.next_attempt_at as nextAttemptAt",
      "webhook_deliveries.last_attempt_at as lastAttemptAt",
      "webhook_deliveries.last_status as lastStatus",
      "webhook_deliveries.last_fault as lastFault",
      "webhook_deliveries.last_ms as lastMs",
    ]);
export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof listed>["execute"]>>[number];

type Wanted = z.output<typeof listDeliveries.query>;

const wantedOf = (db: Db, buildingId: string, { webhookId, state, kind }: Wanted) =>
  listed(db)
    .where("webhooks.building_id", "=", buildingId)
    .$if(webhookId !== undefined, (query) => query.where("webhooks.id", "=", webhookId ?? ""))
    .$if(state !== undefined, (query) => query.where("webhook_deliveries.state", "=", state ?? "waiting"))
    .$if(kind !== undefined, (query) => query.where("webhook_deliveries.kind", "=", kind ?? "test"));

/** One page of a building's deliveries, the newest first. */
export async function findDeliveries(
  db: Db,
  buildingId: string,
  wanted: Wanted,
): Promise<{ rows: DeliveryRow[]; totalPages: number }> {
  const { page, limit } = wanted;
  const counted = wantedOf(db, buildingId, wanted)
    .clearSelect()
    .select("webhook_deliveries.id")
    .limit(LIST_REACH);
  const [rows, { count }] = await Promise.all([
    wantedOf(db, buildingId, wanted)
      .orderBy("webhook_deliveries.created_at", "desc")
      .orderBy("webhook_deliveries.id", "desc")
      .offset(Math.min(LIST_REACH, (page - 1) * limit))
      .limit(limit)
      .execute(),
    db
      .selectFrom(counted.as("counted"))
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalPages: Math.max(1, Math.ceil(count / limit)) };
}

export const findDelivery = (db: Db, id: string): Promise<DeliveryRow | undefined> =>
  listed(db).where("webhook_deliveries.id", "=", id).executeTakeFirst();

/** A delivery of a building, held until the transaction ends. */
export function lockDelivery(trx: Trx, of: { id: string; buildingId: string }) {
  return trx
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .select(["webhook_deliveries.id as id", "webhooks.id as webhookId", "webhooks.off_at as offAt"])
    .where("webhook_deliveries.id", "=", of.id)
    .where("webhooks.building_id", "=", of.buildingId)
    .where("webhooks.deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** What these events are to be delivered to: each webhook of their buildings that is on and wants their kind. */
export async function insertDeliveriesOf(trx: Trx, eventIds: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, kind, created_at, next_attempt_at)
    select gen_random_uuid(), webhooks.id, outside_events.id, outside_events.kind, ${at}, ${at}
    from outside_events
    join webhooks on webhooks.building_id = outside_events.building_id
      and webhooks.off_at is null and webhooks.deleted_at is null and outside_events.kind = any(webhooks.kinds)
    where outside_events.id = any(${[...eventIds]}::uuid[])
    on conflict do nothing`.execute(trx);
}

export async function insertTrial(
  trx: Trx,
  trial: { id: string; webhookId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto("webhook_deliveries")
    .values({
      id: trial.id,
      webhook_id: trial.webhookId,
      event_id: null,
      kind: "test",
      created_at: trial.at,
      next_attempt_at: trial.at,
    })
    .execute();
}

/** It begins anew: all its attempts are before it again. */
export async function waitAgain(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", attempts: 0, next_attempt_at: at })
    .where("id", "=", id)
    .execute();
}

/** Nothing leaves for this webhook any more. */
export async function giveUpWaiting(trx: Trx, webhookId: string): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", next_attempt_at: null, last_fault: "switched-off" })
    .where("webhook_id", "=", webhookId)
    .where("state", "=", "waiting")
    .execute();
}

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
}

/**
 * Deliveries whose time has come, the oldest of each webhook first: they are this process's until then. Each webhook has its own
 * share, so that a slow one holds up no other.
 */
export async function claimDeliveries(
  db: Db,
  claim: { now: Date; until: Date; most: number; mostOfOne: number; except: readonly string[] },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select waiting.id from webhooks cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = webhooks.id and state = 'waiting' and next_attempt_at <= ${claim.now}
        order by next_attempt_at, created_at limit ${claim.mostOfOne}
        for update skip locked
      ) waiting
      where webhooks.off_at is null and webhooks.deleted_at is null
        and webhooks.id <> all(${[...claim.except]}::uuid[])
      limit ${claim.most}
    )
    update webhook_deliveries set next_attempt_at = ${claim.until} from due
    where webhook_deliveries.id = due.id
    returning webhook_deliveries.id as id, webhook_deliveries.webhook_id as "webhookId"`.execute(db);
  return rows;
}

/** When the next one is due, of webhooks other than these. */
export async function nextDeliveryAt(db: Db, except: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(next_attempt_at) as at from webhook_deliveries join webhooks on webhooks.id = webhook_id
    where state = 'waiting' and off_at is null and deleted_at is null
      and webhook_id <> all(${[...except]}::uuid[])`.execute(db);
  return rows[0]?.at ?? null;
}

/** What a delivery needs to leave: where to, by which secrets, and what it says. */
export async function findOutgoing(db: Db, id: string, now: Date) {
  const row = await db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .innerJoin("buildings", "buildings.id", "webhooks.building_id")
    .select((eb) => [
      "webhook_deliveries.event_id as eventId",
      "webhook_deliveries.created_at as createdAt",
      "webhook_deliveries.attempts as attempts",
      "webhooks.address as address",
      "webhooks.tells_names as tellsNames",
      "webhooks.secret as secret",
      eb
        .case()
        .when("webhooks.old_secret_until", ">", now)
        .then(eb.ref("webhooks.old_secret"))
        .else(null)
        .end()
        .as("oldSecret"),
      "buildings.id as buildingId",
      "buildings.name as buildingName",
    ])
    .where("webhook_deliveries.id", "=", id)
    .executeTakeFirst();
  const event =
    row && row.eventId !== null
      ? await describedEvents(db)
          .leftJoin("users", "users.id", "outside_events.person_id")
          .leftJoin("passes", "passes.id", "outside_events.pass_id")
          .select(sql<string | null>`coalesce(users.name, passes.guest_name)`.as("person"))
          .where("outside_events.id", "=", row.eventId)
          .executeTakeFirst()
      : undefined;
  return row && { ...row, event };
}

/** What came of an attempt; false for one that nobody waits for any more. */
export async function noteAttempt(
  trx: Trx,
  attempt: {
    id: string;
    at: Date;
    status: number | null;
    fault: DeliveryFault | null;
    ms: number;
    next: Date | null;
  },
): Promise<boolean> {
  const noted = await trx
    .updateTable("webhook_deliveries")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      last_attempt_at: attempt.at,
      last_status: attempt.status,
      last_fault: attempt.fault,
      last_ms: attempt.ms,
      next_attempt_at: attempt.next,
      state: attempt.fault === null ? "delivered" : attempt.next === null ? "failed" : "waiting",
    }))
    .where("id", "=", attempt.id)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  return noted !== undefined;
}

/** Lets deliveries go that were made before then. */
export async function forgetDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where("created_at", "<", before).execute();
}
