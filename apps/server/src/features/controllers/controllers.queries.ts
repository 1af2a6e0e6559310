import type { SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/**
 * Trades a live pairing code for a key. The code is that key's from then on: asked again with it, because
 * the first answer was lost on the way, it gives the same; with another key it is worth nothing.
 * @returns the controller, or undefined when the code is wrong, another's or too old
 */
export function registerKey(trx: Trx, codeHash: Buffer, publicKey: string, now: Date) {
  return trx
    .updateTable("controllers")
    .set((eb) => ({
      public_key: publicKey,
      acknowledged: eb.case().when("public_key", "is", null).then(0).else(eb.ref("acknowledged")).end(),
    }))
    .where("pairing_code_hash", "=", codeHash)
    .where("pairing_expires_at", ">", now)
    .where((eb) => eb.or([eb("public_key", "is", null), eb("public_key", "=", publicKey)]))
    .returning((eb) => [
      "id",
      "building_id",
      // The same key again says that the first answer was lost: nothing is other than it was.
      eb
        .selectFrom("controllers as before")
        .whereRef("before.id", "=", "controllers.id")
        .select("before.public_key")
        .as("keyBefore"),
    ])
    .executeTakeFirst();
}

/** The controller that a building had first; undefined without one. */
export async function findFirstController(db: Db, buildingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("controllers")
    .select("id")
    .where("building_id", "=", buildingId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** The controllers of a building, whether it has a siren, and on which of them that hangs. */
export async function findControllerIds(
  db: Db,
  buildingId: string,
): Promise<{ ids: string[]; hasSiren: boolean; ofSiren: string | null }> {
  const rows = await db
    .selectFrom("controllers")
    .innerJoin("buildings", "buildings.id", "controllers.building_id")
    .select(["controllers.id as id", "is_main", "buildings.siren as siren"])
    .where("controllers.building_id", "=", buildingId)
    .orderBy("controllers.created_at")
    .orderBy("controllers.id")
    .execute();
  const ofSiren = rows.find(({ is_main, siren }) => is_main && siren !== null)?.id ?? null;
  return { ids: rows.map(({ id }) => id), hasSiren: rows.some(({ siren }) => siren !== null), ofSiren };
}

/** The controllers of a building on which a door hangs that an emergency frees; null where one hangs on none. */
export async function findControllersOfWaysOut(db: Db, buildingId: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom("doors")
    .select("controller_id as id")
    .distinct()
    .where("building_id", "=", buildingId)
    .where("frees_in_emergency", "=", true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives a controller a new pairing code; the key it had is no longer believed. It is made if it is not there. */
export async function offerPairing(
  trx: Trx,
  controller: { id: string; buildingId: string; codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  const offer = {
    pairing_code_hash: controller.codeHash,
    pairing_expires_at: controller.expiresAt,
    public_key: null,
    second_sign_in: null,
    access: null,
    access_at: null,
    configuration: null,
    configuration_at: null,
  };
  await trx
    .insertInto("controllers")
    .values({ id: controller.id, building_id: controller.buildingId, ...offer })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(offer))
    .execute();
}

export function findController(db: Db, controllerId: string) {
  return db
    .selectFrom("controllers")
    .select(["id", "building_id", "public_key", "acknowledged"])
    .where("id", "=", controllerId)
    .executeTakeFirst();
}

export function lockController(trx: Trx, id: string) {
  return trx
    .selectFrom("controllers")
    .select(["id", "name", "building_id as buildingId", "public_key as publicKey"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The last second sign-in of a controller, locked; undefined when there is no such controller. */
export function lockSecondSignIn(trx: Trx, id: string) {
  return trx
    .selectFrom("controllers")
    .select("second_sign_in as last")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function keepSecondSignIn(trx: Trx, id: string, noticed: SecondSignIn): Promise<void> {
  await trx
    .updateTable("controllers")
    .set({ second_sign_in: JSON.stringify(noticed) })
    .where("id", "=", id)
    .execute();
}

/** Registers a controller that waits to be paired; false when the building has one of that name. */
export async function insertController(
  trx: Trx,
  controller: { id: string; buildingId: string; name: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("controllers")
    .values({
      id: controller.id,
      building_id: controller.buildingId,
      name: controller.name,
      pairing_code_hash: controller.codeHash,
      pairing_expires_at: controller.expiresAt,
      public_key: null,
      version: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Another controller of its building has that name: the database says so. */
export async function renameController(trx: Trx, id: string, name: string): Promise<void> {
  await trx.updateTable("controllers").set({ name }).where("id", "=", id).execute();
}

/** On which controller hangs what is the whole building's, locked when it is a transaction that asks. */
export async function findMain(db: Db, buildingId: string, lock: boolean): Promise<string | null> {
  const row = await db
    .selectFrom("controllers")
    .select("id")
    .where("building_id", "=", buildingId)
    .where("is_main", "=", true)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Puts what is the whole building's on one of its controllers. */
export async function makeMain(trx: Trx, buildingId: string, controllerId: string): Promise<void> {
  const set = (has: boolean) =>
    trx
      .updateTable("controllers")
      .set({ is_main: has })
      .where("building_id", "=", buildingId)
      .where("id", has ? "=" : "<>", controllerId);
  await set(false).execute();
  await set(true).execute();
}

export async function removeController(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("controllers").where("id", "=", id).execute();
}

/** Everything that a controller needs, without its revision, as it is kept. */
export async function findConfiguration(db: Db, controllerId: string) {
  const building = await db
    .selectFrom("controllers")
    .innerJoin("buildings", "buildings.id", "controllers.building_id")
    .select([
      "buildings.id as id",
      "buildings.name as name",
      "buildings.time_zone as timeZone",
      "buildings.siren as siren",
      "buildings.keeps_clips as keepsClips",
      "buildings.clips_kept_days as clipsKeptDays",
      "controllers.is_main as isMain",
    ])
    .where("controllers.id", "=", controllerId)
    .executeTakeFirst();
  if (!building) {
    return null;
  }
  const [doors, cameras, inputs] = await Promise.all([
    db
      .selectFrom("doors")
      .select((eb) => [
        "id",
        "name",
        "local_id as localId",
        "scope",
        "lock_type as lockType",
        "pulse_ms as pulseMs",
        "relay",
        "contact",
        "held_open_after_seconds as heldOpenAfterSeconds",
        "frees_in_emergency as freesInEmergency",
        "reader",
        eb
          .selectFrom("door_cameras")
          .innerJoin("cameras", "cameras.id", "door_cameras.camera_id")
          .whereRef("door_cameras.door_id", "=", "doors.id")
          // Another controller's camera takes no pictures for this one.
          .whereRef("cameras.controller_id", "=", "doors.controller_id")
          .select("camera_id")
          .orderBy("door_cameras.position")
          .limit(1)
          .as("cameraId"),
      ])
      .where("controller_id", "=", controllerId)
      .orderBy("local_id")
      .execute(),
    db
      .selectFrom("cameras")
      .select(["id", "name", "frames_per_second as framesPerSecond", "width", "source", "motion"])
      .where("controller_id", "=", controllerId)
      .orderBy(sql`position`)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("inputs")
      .select(["id", "name", "kind", "door_id as doorId", "driver", "rest", "debounce_ms as debounceMs"])
      .where("building_id", "=", building.id)
      // One of no door hangs where all that is the whole building's does.
      .where((eb) =>
        eb.or([
          eb(
            "door_id",
            "in",
            eb.selectFrom("doors").select("doors.id").where("doors.controller_id", "=", controllerId),
          ),
          ...(building.isMain ? [eb("door_id", "is", null)] : []),
        ]),
      )
      .orderBy("id")
      .execute(),
  ]);
  const { siren, isMain, keepsClips, clipsKeptDays, ...place } = building;
  const clips = keepsClips ? { keptForDays: clipsKeptDays } : null;
  return { building: place, siren: isMain ? siren : null, doors, cameras, clips, inputs };
}
