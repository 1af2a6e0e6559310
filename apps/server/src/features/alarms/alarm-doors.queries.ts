import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** The lobby confirmed it: its doors are to be told of it. */
export async function markConfirmed(trx: Trx, alarmId: string, at: Date): Promise<void> {
  await trx
    .updateTable("alarms")
    .set({ confirmed_at: at, doors_told: null })
    .where("id", "=", alarmId)
    .where("confirmed_at", "is", null)
    .execute();
}

/**
 * A fire panel of the building said so: its doors are to be told of it, for half an hour from then.
 * @returns false for what is no panel's, and for what began before `since`
 */
export async function markFire(
  trx: Trx,
  intrusionId: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("intrusion_events")
    // A controller whose clock is ahead frees no longer than others.
    .set(({ fn, ref, val }) => ({ frees_since: fn<Date>("least", [ref("started_at"), val(now)]) }))
    .where("id", "=", intrusionId)
    .where("kind", "=", "fire")
    .where("started_at", ">", since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("inputs")
          .select("inputs.id")
          .whereRef("inputs.id", "=", "intrusion_events.input_id")
          .where("inputs.kind", "=", "fire-panel"),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whoever silences ends what the building's panels said until now. */
export async function silencePanels(trx: Trx, buildingId: string, at: Date): Promise<void> {
  await trx
    .updateTable("intrusion_events")
    .set({ silenced_at: at, doors_told: null })
    .where("building_id", "=", buildingId)
    .where("frees_since", "is not", null)
    .where("silenced_at", "is", null)
    .execute();
}

/**
 * Since when an emergency frees the doors of a building: the last that its lobby confirmed or a panel said after `since` and that
 * is not silent.
 */
export async function emergencySince(db: Db, buildingId: string, since: Date): Promise<Date | null> {
  const [confirmed, said] = await Promise.all([
    db
      .selectFrom("alarms")
      .select((eb) => eb.fn.max("confirmed_at").as("at"))
      .where("building_id", "=", buildingId)
      .where("confirmed_at", ">", since)
      .where("silenced_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("intrusion_events")
      .select((eb) => eb.fn.max("frees_since").as("at"))
      .where("building_id", "=", buildingId)
      .where("frees_since", ">", since)
      .where("silenced_at", "is", null)
      .executeTakeFirst(),
  ]);
  const times = [confirmed?.at, said?.at].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** What the doors are called that hang on one of these controllers and are freed by an emergency. */
export async function findWaysOutOf(db: Db, controllerIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("doors")
    .select("name")
    .where("controller_id", "in", controllerIds)
    .where("frees_in_emergency", "=", true)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

/** Keeps what the controllers answered. */
export async function noteDoors(
  db: Db,
  buildingId: string,
  told: "free" | "rest",
  since: Date,
): Promise<void> {
  const silenced = told === "free" ? "is" : "is not";
  await db
    .updateTable("alarms")
    .set({ doors_told: told })
    .where("building_id", "=", buildingId)
    .where("confirmed_at", ">", since)
    .where("silenced_at", silenced, null)
    .execute();
  await db
    .updateTable("intrusion_events")
    .set({ doors_told: told })
    .where("building_id", "=", buildingId)
    .where("frees_since", ">", since)
    .where("silenced_at", silenced, null)
    .execute();
}

/** A controller is back, perhaps started anew: what it was told of an emergency is to be told again. */
export async function forgetDoors(db: Db, buildingId: string, since: Date): Promise<void> {
  await db
    .updateTable("alarms")
    .set({ doors_told: null })
    .where("building_id", "=", buildingId)
    .where("confirmed_at", ">", since)
    .execute();
  await db
    .updateTable("intrusion_events")
    .set({ doors_told: null })
    .where("building_id", "=", buildingId)
    .where("frees_since", ">", since)
    .execute();
}

/**
 * Buildings whose controllers have not answered what an emergency that began after `since` means for their doors. One that was
 * silenced means nothing while another goes on: the doors are free by that one, whose end is told for both.
 */
export async function findUntoldDoors(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with emergencies as (
      select building_id, silenced_at, doors_told from alarms where confirmed_at > ${since}
      union all
      select building_id, silenced_at, doors_told from intrusion_events where frees_since > ${since}
    )
    select distinct building_id as id from emergencies one
    where doors_told is null and (silenced_at is null or not exists (
      select from emergencies other where other.building_id = one.building_id and other.silenced_at is null))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
