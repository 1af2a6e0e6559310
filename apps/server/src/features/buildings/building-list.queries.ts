import type { BuildingOrder } from "@umbral/contract/buildings/building-list.contract";
import type { Direction } from "@umbral/contract/lib/pages";
import type { Buildings } from "@umbral/contract/lib/policy";
import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";
import type { Tables } from "../../platform/tables.ts";
import { within } from "../../platform/within.ts";

const ofControllers = (eb: ExpressionBuilder<Tables, "buildings">) =>
  eb
    .selectFrom("controllers")
    .whereRef("controllers.building_id", "=", "buildings.id")
    .where("controllers.public_key", "is not", null);

const rowsOf = (db: Db) =>
  db.selectFrom("buildings").select((eb) => [
    "buildings.id as id",
    "buildings.name as name",
    "buildings.address1 as address1",
    "buildings.city as city",
    "buildings.state as state",
    "buildings.type as type",
    "buildings.time_zone as timeZone",
    ofControllers(eb).select(sql<string[]>`coalesce(array_agg(id), '{}')`.as("ids")).as("paired"),
    ofControllers(eb)
      .select((one) => one.fn.min("last_seen_at").as("at"))
      .as("lastSeenAt"),
    eb
      .selectFrom("apartments")
      .whereRef("apartments.building_id", "=", "buildings.id")
      .select((count) => count.fn.countAll<number>().as("count"))
      .as("apartments"),
    eb
      .selectFrom("doors")
      .whereRef("doors.building_id", "=", "buildings.id")
      .select((count) => count.fn.countAll<number>().as("count"))
      .as("doors"),
  ]);
export type BuildingRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["execute"]>>[number];

const columns: Readonly<Record<BuildingOrder, RawBuilder<unknown>>> = {
  name: sql`buildings.name collate natural_order`,
  city: sql`buildings.city collate natural_order`,
  // As it is selected.
  apartments: sql`${sql.ref("apartments")}`,
};

/** Buildings in an order whose name, address or city holds the text, and how many there are. All without a page. */
export async function findAdminBuildings(
  db: Db,
  {
    search,
    within: buildings,
    order,
  }: { search: string; within: Buildings; order: { by: BuildingOrder; direction: Direction } },
  page: { limit: number; offset: number } | undefined,
): Promise<{ rows: BuildingRow[]; count: number }> {
  const isFound = sql<boolean>`(${holds("buildings.name", search)} or ${holds("buildings.address1", search)}
    or ${holds("buildings.city", search)})`;
  const [rows, { count }] = await Promise.all([
    rowsOf(db)
      .where(within("buildings.id", buildings))
      .$if(search !== "", (query) => query.where(isFound))
      .orderBy(columns[order.by], order.direction)
      .orderBy(columns.name)
      .orderBy("buildings.id")
      .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
      .execute(),
    db
      .selectFrom("buildings")
      .where(within("buildings.id", buildings))
      .$if(search !== "", (query) => query.where(isFound))
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}

export function findAdminBuilding(db: Db, buildingId: string): Promise<BuildingRow | undefined> {
  return rowsOf(db).where("buildings.id", "=", buildingId).executeTakeFirst();
}
