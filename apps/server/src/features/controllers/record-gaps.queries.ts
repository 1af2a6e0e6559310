import type { Buildings } from "@umbral/contract/lib/policy";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** Gaps that are told at once: whoever has more of them has other troubles. */
const TOLD_MOST = 10;

/** Of every building: its records of between these moments are lost. */
export async function insertRecordGaps(
  trx: Trx,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  if (from < until) {
    await sql`
      insert into record_gaps (building_id, began_at, ended_at)
      select id, ${from}::timestamptz, ${until}::timestamptz from buildings`.execute(trx);
  }
}

/** Where and when gaps are looked for: the first moment included, the last one not. */
export interface GapsAsked {
  buildings: Buildings;
  buildingId?: string | undefined;
  from?: Date | RawBuilder<Date> | undefined;
  to?: Date | RawBuilder<Date> | undefined;
}

/** The newest first; one that several buildings of a time zone have is one. */
export async function findRecordGaps(
  db: Db,
  { buildings, buildingId, from, to }: GapsAsked,
): Promise<{ from: Date; until: Date; timeZone: string }[]> {
  let gaps = db
    .selectFrom("record_gaps")
    .innerJoin("buildings", "buildings.id", "record_gaps.building_id")
    .select([
      "record_gaps.began_at as from",
      "record_gaps.ended_at as until",
      "buildings.time_zone as timeZone",
    ])
    .distinct()
    .where(within("record_gaps.building_id", buildings));
  if (buildingId !== undefined) {
    gaps = gaps.where("record_gaps.building_id", "=", buildingId);
  }
  if (from !== undefined) {
    gaps = gaps.where("record_gaps.ended_at", ">", from);
  }
  if (to !== undefined) {
    gaps = gaps.where("record_gaps.began_at", "<", to);
  }
  return gaps.orderBy("record_gaps.ended_at", "desc").limit(TOLD_MOST).execute();
}
