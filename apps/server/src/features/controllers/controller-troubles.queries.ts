import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { comparedColumns } from "./controller-states.queries.ts";

/** The paired controllers of these buildings, with what each said last, the list that each should have, and how much is its own. */
export const findPaired = (db: Db, buildings: Buildings) =>
  db
    .selectFrom("controllers")
    .leftJoin("access_heads", "access_heads.building_id", "controllers.building_id")
    .select((eb) => [
      "controllers.id as id",
      "controllers.name as name",
      "controllers.building_id as buildingId",
      "last_seen_at as lastSeenAt",
      "status",
      ...comparedColumns,
      eb
        .selectFrom("doors")
        .whereRef("doors.controller_id", "=", "controllers.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("doors"),
      eb
        .selectFrom("cameras")
        .whereRef("cameras.controller_id", "=", "controllers.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("cameras"),
      eb
        .selectFrom("component_states")
        .where("kind", "=", "controller-list")
        .where("component", "=", sql<string>`controllers.id::text`)
        .where("is_well", "=", false)
        .select("since")
        .as("otherListFoundAt"),
    ])
    .where("public_key", "is not", null)
    .where(within("controllers.building_id", buildings))
    .execute();

/** What no controller reads: an input of no door, where none of its building has what is the whole building's. */
export const findUnreadInputs = (db: Db, buildings: Buildings) =>
  db
    .selectFrom("inputs")
    .select(["id", "name", "building_id as buildingId"])
    .where("door_id", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("controllers")
            .select("controllers.id")
            .whereRef("controllers.building_id", "=", "inputs.building_id")
            .where("is_main", "=", true),
        ),
      ),
    )
    .where(within("building_id", buildings))
    .execute();

/** The names of those of these that are there still, and are their controller's. */
export async function findNames(
  db: Db,
  faults: readonly { id: string; controllerId: string; buildingId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (faults.length === 0) {
    return new Map();
  }
  const ids = sql`any(${faults.map(({ id }) => id)}::uuid[])`;
  const controllers = sql`any(${[...new Set(faults.map(({ controllerId }) => controllerId))]}::uuid[])`;
  const buildings = sql`any(${[...new Set(faults.map(({ buildingId }) => buildingId))]}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from cameras where id = ${ids} and controller_id = ${controllers}
    union all select id, name from doors where id = ${ids} and controller_id = ${controllers}
    union all select id, name from inputs where id = ${ids} and building_id = ${buildings}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
