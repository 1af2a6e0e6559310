import type { AlarmEvent, SirenState } from "@umbral/contract/alarms/alarms.contract";
import { rolesWith } from "@umbral/contract/lib/policy";
import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { livingSpaces } from "../spaces/index.ts";

export interface AlarmRow {
  id: string;
  buildingId: string;
  buildingName: string;
  event: AlarmEvent;
  drill: boolean;
  raisedAt: Date;
  siren: SirenState;
  silencedAt: Date | null;
  silenceReason: string;
  closedAt: Date | null;
  note: string;
  changedAt: Date;
}

export interface Action {
  alarmId: string;
  action: "raised" | "seen" | "confirmed" | "silenced" | "closed";
  at: Date;
  id: string;
  name: string;
  apartment: { id: string; name: string; tower: Named; floor: Named } | null;
}

interface Named {
  id: string;
  name: string;
}

/**
 * Raises an alarm, or joins the one of its kind that is active already.
 * @returns its id, and whether this is the one that began it
 */
export async function raiseOrJoin(
  trx: Trx,
  alarm: { id: string; buildingId: string; event: AlarmEvent; drill: boolean; at: Date },
): Promise<{ id: string; isNew: boolean }> {
  const row = await trx
    .insertInto("alarms")
    .values({
      id: alarm.id,
      building_id: alarm.buildingId,
      event: alarm.event,
      drill: alarm.drill,
      raised_at: alarm.at,
      changed_at: alarm.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["building_id", "event", "drill"])
        .where("silenced_at", "is", null)
        .doUpdateSet({ changed_at: alarm.at }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: row.id, isNew: row.id === alarm.id };
}

/** What somebody did in an alarm, once each. False when they had done it before. */
export async function insertAction(
  trx: Trx,
  action: { alarmId: string; userId: string; action: Action["action"]; apartmentId: string | null; at: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("alarm_people")
    .values({
      alarm_id: action.alarmId,
      user_id: action.userId,
      action: action.action,
      apartment_id: action.apartmentId,
      at: action.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Takes the right to send messages outside for somebody who raised this alarm: once in an alarm, and once for them in
 * this building since then. A drill and a real alarm do not take each other's place. Asked for at once by one person,
 * one comes after the other.
 */
export async function claimMessages(
  trx: Trx,
  { alarmId, userId }: { alarmId: string; userId: string },
  { since, now }: { since: Date; now: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm messages of ${userId}`}, 0))`.execute(trx);
  const told = (eb: ExpressionBuilder<Tables, "alarm_people">) =>
    eb
      .selectFrom("alarm_people as told")
      .innerJoin("alarms", "alarms.id", "told.alarm_id")
      .innerJoin("alarms as this", (join) =>
        join.on("this.id", "=", alarmId).onRef("this.drill", "=", "alarms.drill"),
      )
      .select("told.alarm_id")
      .whereRef("alarms.building_id", "=", "this.building_id")
      .where("told.told_outside_at", "is not", null)
      .where((or) =>
        or.or([
          or("told.alarm_id", "=", alarmId),
          or.and([or("told.user_id", "=", userId), or("told.told_outside_at", ">", since)]),
        ]),
      );
  const claimed = await trx
    .updateTable("alarm_people")
    .set({ told_outside_at: now })
    .where("alarm_id", "=", alarmId)
    .where("user_id", "=", userId)
    .where("action", "=", "raised")
    .where((eb) => eb.not(eb.exists(told(eb))))
    .returning("alarm_id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Did messages go outside when it was raised? */
export async function wasToldOutside(db: Db, alarmId: string): Promise<boolean> {
  const row = await db
    .selectFrom("alarm_people")
    .select("alarm_id")
    .where("alarm_id", "=", alarmId)
    .where("told_outside_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Silences everything that is active in a building. @returns the ids */
export async function silenceActive(
  trx: Trx,
  buildingId: string,
  by: { reason: string; at: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable("alarms")
    .set({
      silenced_at: by.at,
      silence_reason: by.reason,
      changed_at: by.at,
      siren: "unknown",
      doors_told: null,
    })
    .where("building_id", "=", buildingId)
    .where("silenced_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).sort();
}

export function lockAlarm(trx: Trx, buildingId: string, alarmId: string) {
  return trx
    .selectFrom("alarms")
    .select([
      "id",
      "event",
      "drill",
      "confirmed_at as confirmedAt",
      "silenced_at as silencedAt",
      "closed_at as closedAt",
    ])
    .where("id", "=", alarmId)
    .where("building_id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markClosed(trx: Trx, alarmId: string, by: { note: string; at: Date }): Promise<void> {
  await trx
    .updateTable("alarms")
    .set({ closed_at: by.at, note: by.note })
    .where("id", "=", alarmId)
    .execute();
}

const alarmRows = (db: Db) =>
  db
    .selectFrom("alarms")
    .innerJoin("buildings", "buildings.id", "alarms.building_id")
    .select([
      "alarms.id as id",
      "alarms.building_id as buildingId",
      "buildings.name as buildingName",
      "alarms.event as event",
      "alarms.drill as drill",
      "alarms.raised_at as raisedAt",
      "alarms.siren as siren",
      "alarms.silenced_at as silencedAt",
      "alarms.silence_reason as silenceReason",
      "alarms.closed_at as closedAt",
      "alarms.note as note",
      "alarms.changed_at as changedAt",
    ]);

export function findAlarms(db: Db, ids: readonly string[]): Promise<AlarmRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : alarmRows(db).where("alarms.id", "in", ids).orderBy("alarms.raised_at").execute();
}

export function findActive(db: Db): Promise<AlarmRow[]> {
  return alarmRows(db).where("alarms.silenced_at", "is", null).orderBy("alarms.raised_at").execute();
}

export function findAlarm(db: Db, buildingId: string, alarmId: string): Promise<AlarmRow | undefined> {
  return alarmRows(db)
    .where("alarms.id", "=", alarmId)
    .where("alarms.building_id", "=", buildingId)
    .executeTakeFirst();
}

export async function pageOfAlarms(
  db: Db,
  buildingId: string,
  page: { onlyActive: boolean; page: number; limit: number },
): Promise<{ rows: AlarmRow[]; count: number }> {
  const [rows, total] = await Promise.all([
    alarmRows(db)
      .where("alarms.building_id", "=", buildingId)
      .$if(page.onlyActive, (query) => query.where("alarms.silenced_at", "is", null))
      .orderBy("alarms.raised_at", "desc")
      .orderBy("alarms.id", "desc")
      .limit(page.limit)
      .offset((page.page - 1) * page.limit)
      .execute(),
    db
      .selectFrom("alarms")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("building_id", "=", buildingId)
      .$if(page.onlyActive, (query) => query.where("silenced_at", "is", null))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(total.count) };
}

/** Everybody in these alarms, in the order in which they did it. */
export async function findActions(db: Db, alarmIds: readonly string[]): Promise<Action[]> {
  if (alarmIds.length === 0) {
    return [];
  }
  return db
    .selectFrom("alarm_people")
    .innerJoin("users", "users.id", "alarm_people.user_id")
    .leftJoin("apartments", "apartments.id", "alarm_people.apartment_id")
    .leftJoin("towers", "towers.id", "apartments.tower_id")
    .leftJoin("floors", "floors.id", "apartments.floor_id")
    .select([
      "alarm_people.alarm_id as alarmId",
      "alarm_people.action as action",
      "alarm_people.at as at",
      "users.id as id",
      "users.name as name",
      sql<Action["apartment"]>`case when apartments.id is null then null else jsonb_build_object(
        'id', apartments.id, 'name', apartments.name,
        'tower', jsonb_build_object('id', towers.id, 'name', towers.name),
        'floor', jsonb_build_object('id', floors.id, 'name', floors.name)) end`.as("apartment"),
    ])
    .where("alarm_people.alarm_id", "in", alarmIds)
    .orderBy("alarm_people.at")
    .orderBy("alarm_people.user_id")
    .execute();
}

const hearing = rolesWith("alarms.read", "building");
/** Those who are there to act on it, also by SMS. */
const acting = rolesWith("alarms.answer", "building");

export interface Hearer {
  id: string;
  phone: string;
  isActing: boolean;
}

/** The people of a building who may hear its alarms. Each once, whatever spaces they hold. */
export function findHearers(db: Db, buildingId: string, now: Date): Promise<Hearer[]> {
  return db
    .selectFrom(livingSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select((eb) => [
      "users.id as id",
      "users.phone as phone",
      eb.fn.agg<boolean>("bool_or", [eb("spaces.role", "in", acting)]).as("isActing"),
    ])
    .where("spaces.building_id", "=", buildingId)
    .where("spaces.role", "in", hearing)
    .where("users.active", "=", true)
    .groupBy(["users.id", "users.phone"])
    .execute();
}

/** Platform administrators may hear every alarm. */
export async function findPlatformPeople(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("user_type", "=", "ADMIN")
    .where("active", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Up to `upTo` the connected have been told; later news are still to tell. */
export async function markAnnounced(db: Db, alarmId: string, upTo: Date): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ announced_at: upTo })
    .where("id", "=", alarmId)
    .where((eb) => eb.or([eb("announced_at", "is", null), eb("announced_at", "<", upTo)]))
    .execute();
}

/** Alarms with news older than `changedBefore` that nobody has told: their process died. */
export function findUntold(db: Db): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom("alarms")
    .select(["id", "changed_at as changedAt"])
    .where((eb) => eb.or([eb("announced_at", "is", null), eb("announced_at", "<", eb.ref("changed_at"))]))
    .orderBy("changed_at")
    .limit(100)
    .execute();
}

/** Is the siren to sound? While an alarm is active that was raised after `raisedAfter`. */
export async function wantsSiren(db: Db, buildingId: string, raisedAfter: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("alarms")
    .select((eb) => eb.fn.max("raised_at").as("at"))
    .where("building_id", "=", buildingId)
    .where("silenced_at", "is", null)
    .where("raised_at", ">", raisedAfter)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Keeps what the controller said of its siren, with every alarm that waits to know. */
export async function noteSiren(
  db: Db,
  buildingId: string,
  siren: { state: SirenState; isOn: boolean },
): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ siren: siren.state })
    .where("building_id", "=", buildingId)
    .where("siren", "=", "unknown")
    .where("silenced_at", siren.isOn ? "is" : "is not", null)
    .execute();
}

/** Nobody knows any more what the siren of a building with an active alarm does. */
export async function forgetSiren(db: Db, buildingId: string): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ siren: "unknown" })
    .where("building_id", "=", buildingId)
    .where("silenced_at", "is", null)
    .execute();
}

/** Buildings whose siren may not be as it should: what the controller did is not known since `since`. */
export async function findUnconfirmed(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("alarms")
    .select("building_id as id")
    .distinct()
    .where("siren", "=", "unknown")
    .where("changed_at", ">", since)
    .execute();
  return rows.map(({ id }) => id);
}
