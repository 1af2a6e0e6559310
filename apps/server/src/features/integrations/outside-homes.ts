import type { readOutsideHomes } from "@umbral/contract/integrations/outside-passes.contract";
import { sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";

/** The homes of a program's building, tower by tower, and nobody of them. */
export async function homesForProgram(
  db: Db,
  buildingId: string,
  { search, page, limit }: z.output<(typeof readOutsideHomes)["query"]>,
): Promise<z.input<(typeof readOutsideHomes)["reply"]>> {
  const homes = db
    .selectFrom("apartments")
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .where("apartments.building_id", "=", buildingId)
    .$if(search !== "", (query) => query.where(holds("apartments.name", search)));
  const [rows, count] = await Promise.all([
    homes
      .select(["apartments.id as id", "apartments.name as name", "towers.name as tower"])
      .orderBy(sql`towers.name collate natural_order`)
      .orderBy(sql`apartments.name collate natural_order`)
      .orderBy("apartments.id")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    homes.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { homes: rows, totalPages: Math.ceil(count.total / limit) };
}
