import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

/** Who came in last by a pass of this home, since a moment, and when: of a party's list who it was, else whom the pass is for. */
export function findLastEntry(db: Db, { apartmentId, since }: { apartmentId: string; since: Date }) {
  return db
    .selectFrom("pass_movements")
    .innerJoin("passes", "passes.id", "pass_movements.pass_id")
    .leftJoin("pass_names", "pass_names.id", "pass_movements.name_id")
    .select(["pass_movements.at as at", sql<string>`coalesce(pass_names.name, passes.guest_name)`.as("name")])
    .where("passes.apartment_id", "=", apartmentId)
    .where("passes.guest_name", "is not", null)
    .where("pass_movements.kind", "=", "in")
    .where("pass_movements.at", ">=", since)
    .orderBy("pass_movements.at", "desc")
    .orderBy("pass_movements.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
