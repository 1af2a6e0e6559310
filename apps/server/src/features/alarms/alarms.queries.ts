import type { AlarmEvent, SirenState } from "@umbral/contract/alarms/alarms.contract";
import { rolesWith } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

export interface AlarmRow {
  id: string;
  buildingId: string;
  buildingName: string;
  event: AlarmEvent;
  drill: boolean;
  raisedAt: Date;
  lastRaisedAt: Date;
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
  /** The last time, where they did it more than once. */
  lastAt: Date;
  id: string;
  name: string;
  apartment: { id: string; name: string; tower: Named; floor: Named } | null;
}

interface Named {
  id: string;
  name: string;
}

/** When an alarm was raised last, by whomever. */
export const lastRaised = sql<Date>`coalesce(alarms.last_raised_at, alarms.raised_at)`;

/**
 * Raises an alarm, or joins the one of its kind that is active already.
 * @returns its id, when it was raised first, and whether this is the one that began it
 */
export async function raiseOrJoin(
  trx: Trx,
  alarm: { id: string; buildingId: string; event: AlarmEvent; drill: boolean; at: Date },
): Promise<{ id: string; raisedAt: Date; isNew: boolean }> {
  const row = await trx
    .insertInto("alarms")
    .values({
      id: alarm.id,
      building_id: alarm.buildingId,
      event: alarm.event,
      drill: alarm.drill,
      raised_at: alarm.at,
      last_raised_at: alarm.at,
      changed_at: alarm.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["building_id", "event", "drill"])
        .where("silenced_at", "is", null)
        .doUpdateSet({ changed_at: alarm.at }),
    )
    .returning(["id", "raised_at as raisedAt"])
    .executeTakeFirstOrThrow();
  return { ...row, isNew: row.id === alarm.id };
}

/** An active alarm was raised once more: what its siren does now is to be told anew. */
export async function markRaisedAgain(trx: Trx, alarmId: string, at: Date): Promise<void> {
  await trx
    .updateTable("alarms")
    .set({ last_raised_at: at, siren: "unknown" })
    .where("id", "=", alarmId)
    .execute();
}

/**
 * What somebody did in an alarm, once each; once more when their last time was before `againBefore`.
 * @returns false when they had done it already
 */
export async function insertAction(
  trx: Trx,
  action: { alarmId: string; userId: string; action: Action["action"]; apartmentId: string | null; at: Date },
  againBefore: Date | null = null,
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
    .onConflict((conflict) =>
      againBefore === null
        ? conflict.doNothing()
        : conflict
            .columns(["alarm_id", "user_id", "action"])
            .doUpdateSet({ again_at: action.at })
            .where(({ fn }) => fn.coalesce("alarm_people.again_at", "alarm_people.at"), "<", againBefore),
    )
    .returning("user_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Silences everything that is active in a building, or its drills alone. @returns the ids, what is real first */
export async function silenceActive(
  trx: Trx,
  buildingId: string,
  by: { reason: string; at: Date; onlyDrills: boolean },
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
    .$if(by.onlyDrills, (query) => query.where("drill", "=", true))
    .returning(["id", "drill"])
    .execute();
  return rows
    .sort((one, other) => Number(one.drill) - Number(other.drill) || one.id.localeCompare(other.id))
    .map(({ id }) => id);
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
      lastRaised.as("lastRaisedAt"),
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
      lastRaised.as("lastRaisedAt"),
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

/** What is active anywhere: what is real before any drill, the oldest first. */
export function findActive(db: Db): Promise<AlarmRow[]> {
  return alarmRows(db)
    .where("alarms.silenced_at", "is", null)
    .orderBy("alarms.drill")
    .orderBy("alarms.raised_at")
    .execute();
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
    .select(({ fn }) => [
      "alarm_people.alarm_id as alarmId",
      "alarm_people.action as action",
      "alarm_people.at as at",
      fn.coalesce("alarm_people.again_at", "alarm_people.at").as("lastAt"),
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

export const hearing = rolesWith("alarms.read", "building");
/** Those who are there to act on it, also by SMS. */
export const acting = rolesWith("alarms.answer", "building");
