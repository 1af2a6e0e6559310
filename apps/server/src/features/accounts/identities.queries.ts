import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { livingSpaces } from "../spaces/index.ts";

/** For whoever is of no building any more. */
const DAYS_OF_NOBODY = 90;

/**
 * Lets the pictures of documents go of whoever was validated long enough ago: as long as the building of theirs says that
 * keeps them longest. That they were validated, when and by whom, stays, and so does the face. Bytes go with the next sweep.
 * @returns whose went
 */
export async function letDocumentsGo(db: Db, now: Date): Promise<string[]> {
  const days = db
    .selectFrom(livingSpaces(now))
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .select(({ fn }) => fn.max("buildings.identity_retention_days").as("days"))
    .where(sql<boolean>`spaces.user_id = user_identities.user_id`);
  const rows = await db
    .updateTable("user_identities")
    .set({ front_file_id: null, back_file_id: null })
    .where("front_file_id", "is not", null)
    .where(
      sql<boolean>`verified_at <= ${now}::timestamptz - make_interval(days => coalesce((${days}), ${DAYS_OF_NOBODY})::int)`,
    )
    .where(isNotHeld("user_identities.user_id"))
    .returning("user_id as userId")
    .execute();
  return rows.map(({ userId }) => userId);
}
