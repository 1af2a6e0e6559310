import type { Place } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import { builtOnce } from "../../platform/built-once.ts";
import type { Db } from "../../platform/database.ts";
import type { PlaceKind } from "../../platform/gate.ts";
import { holds } from "../../platform/name-search.ts";
import type { PageRows } from "../../platform/whole-or-page.ts";
import { homeSpaces } from "../spaces/index.ts";

/** What a building is made of; what hangs on it is its own room's. */
export type BuiltKind = Exclude<PlaceKind, "door" | "camera" | "input">;

/** Natural order: A-2 before A-10. */
const naturally = (column: string) => sql`${sql.ref(column)} collate natural_order`;

export const findBuildings = async (db: Db) => (await allBuildings(db, {})).rows;

/** Of every form of who registers. */
const allBuildings = builtOnce({}, (db) =>
  db.selectFrom("buildings").select(["id", "name"]).orderBy(naturally("name")),
);

export function findTowers(db: Db, buildingId: string) {
  return db
    .selectFrom("towers")
    .select(["id", "name"])
    .where("building_id", "=", buildingId)
    .orderBy(naturally("name"))
    .execute();
}

export function findFloors(db: Db, towerId: string) {
  return db
    .selectFrom("floors")
    .select(["id", "name", "plan_file_id"])
    .where("tower_id", "=", towerId)
    .orderBy(naturally("name"))
    .execute();
}

interface OnFloor {
  floorId: string;
  /** A part of the name. */
  search: string;
  onlyActive: boolean;
}

const onFloor = (db: Db, { floorId, search, onlyActive }: OnFloor) =>
  db
    .selectFrom("apartments")
    .where("floor_id", "=", floorId)
    .$if(onlyActive, (query) => query.where("active", "=", true))
    .$if(search !== "", (query) => query.where(holds("name", search)));

/** Those of a page, or all without one. */
export function findApartments(db: Db, wanted: OnFloor, page: PageRows | undefined) {
  return onFloor(db, wanted)
    .select(["id", "name", "active"])
    .orderBy(naturally("name"))
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}

export async function countApartmentsOfFloor(db: Db, wanted: OnFloor): Promise<number> {
  const { count } = await onFloor(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function findDirectory(db: Db, buildingId: string) {
  return db
    .selectFrom("apartments")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .select(["apartments.id as id", "apartments.name as name", "towers.name as towerName"])
    .where("apartments.building_id", "=", buildingId)
    .orderBy(naturally("towers.name"))
    .orderBy(naturally("apartments.name"))
    .execute();
}

/** The names of those whom a call to each apartment rings, each once. */
export async function findNamesOfHomes(
  db: Db,
  buildingId: string,
  now: Date,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom(homeSpaces(now))
    .innerJoin("users", "users.id", "spaces.user_id")
    .select(["spaces.apartment_id as apartmentId", "users.id as userId", "users.name as name"])
    .distinct()
    .where("spaces.building_id", "=", buildingId)
    .where("users.active", "=", true)
    .orderBy("users.name")
    .orderBy("users.id")
    .execute();
  const names = new Map<string, string[]>();
  for (const { apartmentId, name } of rows) {
    if (apartmentId !== null) {
      names.set(apartmentId, [...(names.get(apartmentId) ?? []), name]);
    }
  }
  return names;
}

/** People whom a call to an apartment of this name rings (decisions §5), with their space. */
export function findRungPeople(db: Db, buildingId: string, apartmentName: string, now: Date) {
  return db
    .selectFrom("apartments")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .leftJoin(homeSpaces(now), "spaces.apartment_id", "apartments.id")
    .leftJoin("users", (join) => join.onRef("users.id", "=", "spaces.user_id").on("users.active", "=", true))
    .select([
      "apartments.id as apartmentId",
      "apartments.name as apartmentName",
      "towers.name as towerName",
      "spaces.id as spaceId",
      "users.id as userId",
      "users.name as userName",
    ])
    .where("apartments.building_id", "=", buildingId)
    .where((eb) => eb(eb.fn("lower", ["apartments.name"]), "=", apartmentName.toLowerCase()))
    .orderBy(naturally("towers.name"))
    .orderBy("users.name")
    .orderBy("users.id")
    .execute();
}

/** The building's own midnight before this moment. */
export async function findStartOfDay(db: Db, buildingId: string, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom("buildings")
    .select(
      sql<Date>`date_trunc('day', ${now}::timestamptz at time zone time_zone) at time zone time_zone`.as(
        "start",
      ),
    )
    .where("id", "=", buildingId)
    .executeTakeFirst();
  return row?.start;
}

/** Where a building, tower, floor or apartment is. */
export async function findPlace(db: Db, kind: BuiltKind, id: string): Promise<Place | null> {
  switch (kind) {
    case "building": {
      const row = await db.selectFrom("buildings").select("id").where("id", "=", id).executeTakeFirst();
      return row ? { buildingId: row.id } : null;
    }
    case "tower": {
      const row = await db.selectFrom("towers").select("building_id").where("id", "=", id).executeTakeFirst();
      return row ? { buildingId: row.building_id } : null;
    }
    case "floor": {
      const row = await db
        .selectFrom("floors")
        .innerJoin("towers", "towers.id", "floors.tower_id")
        .select("towers.building_id as buildingId")
        .where("floors.id", "=", id)
        .executeTakeFirst();
      return row ? { buildingId: row.buildingId } : null;
    }
    case "apartment": {
      const row = await db
        .selectFrom("apartments")
        .select("building_id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? { buildingId: row.building_id, apartmentId: id } : null;
    }
  }
}
