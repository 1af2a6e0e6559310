import type {
  AccessScheduleChange,
  AccessScheduleFields,
} from "@umbral/contract/access-control/access-levels.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** Schedules of a building with how many levels keep to each. @param scheduleId this one alone */
export function findSchedules(db: Db, buildingId: string, scheduleId?: string) {
  return db
    .selectFrom("access_schedules")
    .select((eb) => [
      "id",
      "name",
      "hours",
      "on_holidays as onHolidays",
      eb
        .selectFrom("access_levels")
        .whereRef("access_levels.schedule_id", "=", "access_schedules.id")
        .select(sql<number>`count(*)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("levels"),
    ])
    .where("building_id", "=", buildingId)
    .$if(scheduleId !== undefined, (query) => query.where("id", "=", scheduleId ?? ""))
    .orderBy(sql`name collate natural_order`)
    .execute();
}

/** Is there this schedule in the building? It does not go until the transaction ends. */
export async function holdSchedule(trx: Trx, buildingId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("access_schedules")
    .select("id")
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Does it free any door? */
export async function freesDoors(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("doors")
    .select("id")
    .where("free_schedule_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The same, and no level begins to keep to it, either. */
export async function lockSchedule(trx: Trx, buildingId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("access_schedules")
    .select("id")
    .where("id", "=", id)
    .where("building_id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSchedule(
  trx: Trx,
  { id, buildingId, ...fields }: AccessScheduleFields & { id: string; buildingId: string },
): Promise<void> {
  await trx
    .insertInto("access_schedules")
    .values({
      id,
      building_id: buildingId,
      name: fields.name,
      hours: JSON.stringify(fields.hours),
      on_holidays: JSON.stringify(fields.onHolidays),
    })
    .execute();
}

export async function updateSchedule(
  trx: Trx,
  id: string,
  { name, hours, onHolidays }: AccessScheduleChange,
): Promise<void> {
  await trx
    .updateTable("access_schedules")
    .set((eb) => ({
      name: name ?? eb.ref("name"),
      ...(hours === undefined ? {} : { hours: JSON.stringify(hours) }),
      ...(onHolidays === undefined ? {} : { on_holidays: JSON.stringify(onHolidays) }),
    }))
    .where("id", "=", id)
    .execute();
}

export async function removeSchedule(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("access_schedules").where("id", "=", id).execute();
}
