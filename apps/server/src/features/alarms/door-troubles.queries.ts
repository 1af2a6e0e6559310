import { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** A device that signs in is told of so many at most; the list has the others. */
const TOLD_AT_MOST = 20;

const kinds = DoorTrouble.shape.kind.options;

const troubles = (db: Db) =>
  db
    .selectFrom("intrusion_events")
    .innerJoin("buildings", "buildings.id", "intrusion_events.building_id")
    .select([
      "intrusion_events.id as id",
      "intrusion_events.kind as kind",
      "intrusion_events.building_id as buildingId",
      "buildings.name as buildingName",
      "buildings.time_zone as timeZone",
      "door_id as doorId",
      "door_name as doorName",
      "input_name as inputName",
      "camera_id as cameraId",
      "camera_name as cameraName",
      "started_at as startedAt",
    ])
    .where("intrusion_events.kind", "in", kinds)
    // What names neither was of another building.
    .where((eb) => eb.or([eb("door_name", "is not", null), eb("input_name", "is not", null)]));

/** What is wrong with a door or what an input says, when this intrusion is of one that is this building's. */
export const findTrouble = (db: Db, id: string) =>
  troubles(db).where("intrusion_events.id", "=", id).executeTakeFirst();
export type TroubleRow = NonNullable<Awaited<ReturnType<typeof findTrouble>>>;

/** What was wrong with doors of these buildings since then, the newest first. */
export const findTroublesSince = (db: Db, buildings: Buildings, since: Date): Promise<TroubleRow[]> =>
  troubles(db)
    .where(within("intrusion_events.building_id", buildings))
    .where("started_at", ">", since)
    .orderBy("started_at", "desc")
    .orderBy("intrusion_events.id", "desc")
    .limit(TOLD_AT_MOST)
    .execute();

/** Was the same said of the same door or by the same input shortly before? */
export async function wasJustSo(db: Db, { id, startedAt }: TroubleRow, withinMs: number): Promise<boolean> {
  const before = await db
    .selectFrom("intrusion_events as earlier")
    .innerJoin("intrusion_events as later", (join) =>
      join
        .onRef("later.building_id", "=", "earlier.building_id")
        .on("later.door_id", "is not distinct from", (eb) => eb.ref("earlier.door_id"))
        .on("later.input_id", "is not distinct from", (eb) => eb.ref("earlier.input_id"))
        .onRef("later.kind", "=", "earlier.kind"),
    )
    .select("earlier.id")
    .where("later.id", "=", id)
    .where("earlier.id", "!=", id)
    .where("earlier.started_at", ">", new Date(startedAt.getTime() - withinMs))
    .where("earlier.started_at", "<=", startedAt)
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}
