import { type ExpressionBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { livingSpaces } from "../spaces/living-spaces.ts";
import { acting, hearing } from "./alarms.queries.ts";

/**
 * Takes the right to send messages outside for somebody who raised this alarm: once in an alarm and once for them in
 * this building, after `since`. A drill and a real alarm do not take each other's place. Asked for at once by one person,
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
      .where("told.told_outside_at", ">", since)
      .where((or) => or.or([or("told.alarm_id", "=", alarmId), or("told.user_id", "=", userId)]));
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
