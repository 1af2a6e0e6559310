import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { inMonth, type LocalMonth } from "../../platform/local-month.ts";

/** Alarms that people raised; drills apart. */
export const countAlarmsOfMonth = (db: Db, month: LocalMonth) =>
  db
    .selectFrom("alarms")
    .select((eb) => ["event", "drill", eb.fn.countAll<number>().as("count")])
    .where("building_id", "=", month.buildingId)
    .where(inMonth("raised_at", month))
    .groupBy(["event", "drill"])
    .orderBy("drill")
    .orderBy("event")
    .execute();

/** What controllers noticed, by kind and by the door, input or camera. */
export const countIntrusionsOfMonth = (db: Db, month: LocalMonth) =>
  db
    .selectFrom("intrusion_events")
    .select((eb) => [
      "kind",
      sql<string | null>`coalesce(input_name, door_name, camera_name)`.as("name"),
      eb.fn.countAll<number>().as("count"),
    ])
    .where("building_id", "=", month.buildingId)
    .where(inMonth("started_at", month))
    .groupBy(["kind", "name"])
    .orderBy("kind")
    .orderBy("count", "desc")
    .orderBy("name")
    .execute();
