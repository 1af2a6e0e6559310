import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { isNotHeld } from "../../platform/legal-holds.ts";
import { livesThereSince } from "../spaces/index.ts";

/** Who rang there with an account of their own is under no legal hold; nobody knows whom the lobby announced. */
const callerIsNotHeld = sql<SqlBool>`not exists (
  select from calls where calls.id = visitors.call_id and not calls.is_from_lobby and not ${isNotHeld("calls.caller_id")})`;

/** Were they written down at least so many of their building's days ago? */
const isOlderThan = (days: RawBuilder<number>, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`visitors.created_at <= ${now}::timestamptz - make_interval(days => (
    select ${days} from apartments join buildings on buildings.id = apartments.building_id
    where apartments.id = visitors.apartment_id))`;

/** Pictures of documents go after as many days as the building keeps those of its people. @returns how many */
export async function letVisitorDocumentsGo(db: Db, now: Date): Promise<number> {
  const gone = await db
    .updateTable("visitors")
    .set({ document_file_id: null })
    .where("document_file_id", "is not", null)
    .where(isOlderThan(sql`buildings.identity_retention_days`, now))
    .where(callerIsNotHeld)
    .executeTakeFirst();
  return Number(gone.numUpdatedRows);
}

/**
 * Whom the home did not name is of one call, and is kept as long as what the building noticed; so is whom nobody knows who lives
 * there now. @returns how many went
 */
export async function deleteOldStrangers(db: Db, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom("visitors")
    .where((eb) =>
      eb.or([
        eb("type", "=", "VISITANTE_DESCONOCIDO"),
        eb.not(livesThereSince(now, { apartment: "visitors.apartment_id", at: "visitors.created_at" })),
      ]),
    )
    .where(isOlderThan(sql`buildings.intrusion_retention_days`, now))
    .where(callerIsNotHeld)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
