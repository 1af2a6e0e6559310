import type { KeptAccess } from "@umbral/contract/access-control/access-list";
import type { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
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

/** Gives a building's controller a new pairing code; the key it had is no longer believed. */
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
  };
  await trx
    .insertInto("controllers")
    .values({ id: controller.id, building_id: controller.buildingId, ...offer })
    .onConflict((conflict) => conflict.column("building_id").doUpdateSet(offer))
    .execute();
}

export function findController(db: Db, controllerId: string) {
  return db
    .selectFrom("controllers")
    .select(["id", "building_id", "public_key", "acknowledged"])
    .where("id", "=", controllerId)
    .executeTakeFirst();
}

export async function noteSeen(
  db: Db,
  controllerId: string,
  at: Date,
  version: string | undefined,
): Promise<void> {
  await db
    .updateTable("controllers")
    .set({ last_seen_at: at, ...(version === undefined ? {} : { version }) })
    .where("id", "=", controllerId)
    .execute();
}

/** What it says of itself; the last word stays when it is away. */
export async function noteStatus(
  db: Db,
  controllerId: string,
  status: ControllerStatus,
  at: Date,
): Promise<void> {
  await db
    .updateTable("controllers")
    .set({ status: JSON.stringify(status), status_at: at, last_seen_at: at })
    .where("id", "=", controllerId)
    .execute();
}

/** The access list that it says it has. */
export async function noteAccess(
  db: Db,
  controllerId: string,
  kept: KeptAccess | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable("controllers")
    .set({ access: kept && JSON.stringify(kept), access_at: at })
    .where("id", "=", controllerId)
    .execute();
}

/** The controller of a building, as its administrators see it. */
export function findState(db: Db, buildingId: string) {
  return db
    .selectFrom("controllers")
    .leftJoin("access_heads", "access_heads.building_id", "controllers.building_id")
    .select([
      "id",
      "public_key as publicKey",
      "pairing_expires_at as pairingExpiresAt",
      "version",
      "last_seen_at as lastSeenAt",
      "status",
      "status_at as statusAt",
      "second_sign_in as secondSignIn",
      "access as accessKept",
      "access_at as accessAt",
      "access_heads.epoch as epoch",
      "access_heads.number as number",
      "access_heads.digest as digest",
      "access_heads.changed_at as listChangedAt",
    ])
    .where("controllers.building_id", "=", buildingId)
    .executeTakeFirst();
}

export function lockController(trx: Trx, id: string) {
  return trx
    .selectFrom("controllers")
    .select(["id", "building_id as buildingId", "public_key as publicKey"])
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

/** Registers a controller that waits to be paired; false when the building has one. */
export async function insertController(
  trx: Trx,
  controller: { id: string; buildingId: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto("controllers")
    .values({
      id: controller.id,
      building_id: controller.buildingId,
      pairing_code_hash: controller.codeHash,
      pairing_expires_at: controller.expiresAt,
      public_key: null,
      version: null,
    })
    .onConflict((conflict) => conflict.column("building_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function removeController(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("controllers").where("id", "=", id).execute();
}

/** Locks the controller's row, so that two batches of its facts are never taken at once. */
export function lockAcknowledged(trx: Trx, controllerId: string) {
  return trx
    .selectFrom("controllers")
    .select((eb) => [
      "acknowledged",
      eb
        .selectFrom("buildings")
        .whereRef("buildings.id", "=", "controllers.building_id")
        .select("created_at")
        .$asScalar()
        .$notNull()
        .as("buildingSince"),
    ])
    .where("id", "=", controllerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function acknowledge(trx: Trx, controllerId: string, upTo: number, at: Date): Promise<void> {
  await trx
    .updateTable("controllers")
    .set({ acknowledged: upTo, last_seen_at: at })
    .where("id", "=", controllerId)
    .execute();
}

/** Everything the controller of a building needs, without its revision, as it is kept. */
export async function findConfiguration(db: Db, buildingId: string) {
  const building = await db
    .selectFrom("buildings")
    .select(["id", "name", "time_zone as timeZone", "siren"])
    .where("id", "=", buildingId)
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
          .whereRef("door_cameras.door_id", "=", "doors.id")
          .select("camera_id")
          .orderBy("position")
          .limit(1)
          .as("cameraId"),
      ])
      .where("building_id", "=", buildingId)
      .orderBy("local_id")
      .execute(),
    db
      .selectFrom("cameras")
      .select(["id", "name", "frames_per_second as framesPerSecond", "width", "source", "motion"])
      .where("building_id", "=", buildingId)
      .orderBy(sql`position`)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("inputs")
      .select(["id", "name", "kind", "door_id as doorId", "driver", "rest", "debounce_ms as debounceMs"])
      .where("building_id", "=", buildingId)
      .orderBy("id")
      .execute(),
  ]);
  const { siren, ...place } = building;
  return { building: place, siren, doors, cameras, inputs };
}
