import { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

const kinds = IntrusionKind.exclude(["motion"]);

/** What doors and inputs do now and began since then, the newest first. */
export async function findGoingOn(db: Db, buildings: Buildings, since: Date, limit: number) {
  const rows = await db
    .selectFrom("intrusion_events")
    .select([
      "id",
      "kind",
      "building_id as buildingId",
      "door_name as doorName",
      "input_name as inputName",
      "started_at as startedAt",
    ])
    .where(within("building_id", buildings))
    .where("ended_at", "is", null)
    .where("kind", "in", kinds.options)
    .where("started_at", ">", since)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, kind: kinds.parse(row.kind) }));
}

/** How many alarms wait to be closed in each of these buildings; a drill is nobody's work. */
export const countUnclosed = (db: Db, buildings: Buildings) =>
  db
    .selectFrom("alarms")
    .select((eb) => ["building_id as buildingId", eb.fn.countAll<number>().as("count")])
    .where(within("building_id", buildings))
    .where("closed_at", "is", null)
    .where("drill", "=", false)
    .groupBy("building_id")
    .execute();
