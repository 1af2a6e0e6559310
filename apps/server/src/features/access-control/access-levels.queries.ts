import type { AccessLevelChange, LevelDoors } from "@umbral/contract/access-control/access-levels.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { holdersOf } from "./level-people.queries.ts";

/** Levels of a building with how many people have them; those that come with it first. @param levelId this one alone */
export function findLevels(db: Db, buildingId: string, now: Date, levelId?: string) {
  const level = { buildingId: sql.ref("access_levels.building_id"), levelId: sql.ref("access_levels.id") };
  const people = sql<number>`(
    select count(distinct holders.user_id)::int from ${holdersOf(level, now)} holders)`;
  return db
    .selectFrom("access_levels")
    .leftJoin("access_schedules", "access_schedules.id", "access_levels.schedule_id")
    .select((eb) => [
      "access_levels.id as id",
      "access_levels.name as name",
      "access_levels.doors as kind",
      "access_levels.schedule_id as scheduleId",
      "access_schedules.name as schedule",
      "access_levels.passes_locked as passesLocked",
      "access_levels.outlasts_server as outlastsServer",
      "access_levels.for_roles as forRoles",
      people.as("people"),
      eb
        .selectFrom("access_level_doors")
        .innerJoin("doors", "doors.id", "access_level_doors.door_id")
        .whereRef("access_level_doors.level_id", "=", "access_levels.id")
        .select(
          sql<
            { id: string; name: string }[]
          >`coalesce(json_agg(json_build_object('id', doors.id, 'name', doors.name)
            order by doors.local_id collate natural_order), '[]')`.as("chosen"),
        )
        .as("chosen"),
    ])
    .where("access_levels.building_id", "=", buildingId)
    .$if(levelId !== undefined, (query) => query.where("access_levels.id", "=", levelId ?? ""))
    .orderBy(sql`cardinality(access_levels.for_roles) = 0`)
    .orderBy(sql`access_levels.name collate natural_order`)
    .execute();
}
export type LevelRow = Awaited<ReturnType<typeof findLevels>>[number];

/** Holds a level of this building until the transaction ends. */
export function lockLevel(trx: Trx, buildingId: string, levelId: string) {
  return trx
    .selectFrom("access_levels")
    .select(["id", "for_roles as forRoles"])
    .where("id", "=", levelId)
    .where("building_id", "=", buildingId)
    .forUpdate()
    .executeTakeFirst();
}

/** Of these doors, those of this building: none of them goes until the transaction ends. */
export async function holdDoors(trx: Trx, buildingId: string, doorIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("doors")
    .select("id")
    .where("building_id", "=", buildingId)
    .where(sql<boolean>`id = any(${sql.val([...doorIds])}::uuid[])`)
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertLevel(
  trx: Trx,
  level: {
    id: string;
    buildingId: string;
    name: string;
    doors: LevelDoors;
    scheduleId: string | null;
    passesLocked: boolean;
    outlastsServer: boolean;
  },
): Promise<void> {
  await trx
    .insertInto("access_levels")
    .values({
      id: level.id,
      building_id: level.buildingId,
      name: level.name,
      doors: level.doors.kind,
      schedule_id: level.scheduleId,
      passes_locked: level.passesLocked,
      outlasts_server: level.outlastsServer,
    })
    .execute();
  await setChosenDoors(trx, level, level.doors);
}

export async function updateLevel(
  trx: Trx,
  level: { id: string; buildingId: string },
  { name, doors, scheduleId, passesLocked, outlastsServer }: AccessLevelChange,
): Promise<void> {
  await trx
    .updateTable("access_levels")
    .set((eb) => ({
      name: name ?? eb.ref("name"),
      doors: doors?.kind ?? eb.ref("doors"),
      passes_locked: passesLocked ?? eb.ref("passes_locked"),
      outlasts_server: outlastsServer ?? eb.ref("outlasts_server"),
      ...(scheduleId === undefined ? {} : { schedule_id: scheduleId }),
    }))
    .where("id", "=", level.id)
    .execute();
  if (doors !== undefined) {
    await setChosenDoors(trx, level, doors);
  }
}

async function setChosenDoors(
  trx: Trx,
  { id, buildingId }: { id: string; buildingId: string },
  doors: LevelDoors,
): Promise<void> {
  await trx.deleteFrom("access_level_doors").where("level_id", "=", id).execute();
  const doorIds = doors.kind === "chosen" ? [...new Set(doors.doorIds)] : [];
  if (doorIds.length > 0) {
    await trx
      .insertInto("access_level_doors")
      .values(doorIds.map((doorId) => ({ level_id: id, door_id: doorId, building_id: buildingId })))
      .execute();
  }
}

export async function removeLevel(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("access_levels").where("id", "=", id).execute();
}
