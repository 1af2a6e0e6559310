import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** These buildings by name, with the zone in which their times are told. */
export const findBuildingNames = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom("buildings")
    .select(["id", "name", "time_zone as timeZone"])
    .where("id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy(sql`name collate natural_order`)
    .execute();
