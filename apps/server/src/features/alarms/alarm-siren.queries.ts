import type { SirenState } from "@umbral/contract/alarms/alarms.contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { lastRaised } from "./alarms.queries.ts";

/** Is the siren to sound? While an alarm is active that was raised, or raised again, after `raisedAfter`. @returns when */
export async function wantsSiren(db: Db, buildingId: string, raisedAfter: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("alarms")
    .select((eb) => eb.fn.max(lastRaised).as("at"))
    .where("building_id", "=", buildingId)
    .where("silenced_at", "is", null)
    .where(lastRaised, ">", raisedAfter)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Keeps what the controller said of its siren, with every alarm that waits to know. */
export async function noteSiren(
  db: Db,
  buildingId: string,
  siren: { state: SirenState; isOn: boolean },
): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ siren: siren.state })
    .where("building_id", "=", buildingId)
    .where("siren", "=", "unknown")
    // A drill that was silenced beside a real alarm: its siren goes on, and nothing else will be said of it.
    .where((eb) =>
      eb.or([
        eb("silenced_at", siren.isOn ? "is" : "is not", null),
        ...(siren.isOn ? [eb("drill", "=", true)] : []),
      ]),
    )
    .execute();
}

/** Nobody knows any more what the siren of a building with an active alarm does. */
export async function forgetSiren(db: Db, buildingId: string): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ siren: "unknown" })
    .where("building_id", "=", buildingId)
    .where("silenced_at", "is", null)
    .execute();
}

/**
 * Buildings whose siren may not be as it should: what the controller did is not known since `since`. Of an alarm that was silenced
 * nothing is to be known while another sounds.
 */
export async function findUnconfirmed(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("alarms")
    .select("building_id as id")
    .distinct()
    .where("siren", "=", "unknown")
    .where("changed_at", ">", since)
    .where((eb) =>
      eb.or([
        eb("silenced_at", "is", null),
        eb.not(
          eb.exists(
            eb
              .selectFrom("alarms as other")
              .select("other.id")
              .whereRef("other.building_id", "=", "alarms.building_id")
              .where("other.silenced_at", "is", null)
              .where(sql<Date>`coalesce(other.last_raised_at, other.raised_at)`, ">", since),
          ),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
