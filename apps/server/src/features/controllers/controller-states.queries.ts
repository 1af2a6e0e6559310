import type { KeptAccess } from "@umbral/contract/access-control/access-list";
import type { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

export async function noteSeen(db: Db, controllerId: string, at: Date): Promise<void> {
  await db.updateTable("controllers").set({ last_seen_at: at }).where("id", "=", controllerId).execute();
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

/** The configuration that it says it has, by its digest. */
export async function noteConfiguration(
  db: Db,
  controllerId: string,
  revision: string | null,
  at: Date,
): Promise<void> {
  await db
    .updateTable("controllers")
    .set({ configuration: revision, configuration_at: at })
    .where("id", "=", controllerId)
    .execute();
}

/** The digest of the configuration that it said last it has; null where it said of none. */
export async function findKeptConfiguration(db: Db, controllerId: string): Promise<string | null> {
  const row = await db
    .selectFrom("controllers")
    .select("configuration")
    .where("id", "=", controllerId)
    .executeTakeFirst();
  return row?.configuration ?? null;
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

/** The list that a controller says it has, beside its building's: of `controllers` with `access_heads` joined to it. */
export const comparedColumns = [
  "access as accessKept",
  "access_at as accessAt",
  "access_heads.epoch as epoch",
  "access_heads.number as number",
  "access_heads.digest as digest",
  "access_heads.pass_digest as passDigest",
  "access_heads.changed_at as listChangedAt",
] as const;

/** Controllers of a building, or one, as its administrators see them: the first one first. */
export function findStates(db: Db, which: { buildingId: string } | { id: string }) {
  return db
    .selectFrom("controllers")
    .leftJoin("access_heads", "access_heads.building_id", "controllers.building_id")
    .innerJoin("buildings", "buildings.id", "controllers.building_id")
    .select((eb) => [
      "controllers.id as id",
      "controllers.name as name",
      "is_main as isMain",
      sql<boolean>`buildings.siren is not null and controllers.is_main`.as("hasSiren"),
      eb
        .selectFrom("doors")
        .whereRef("doors.controller_id", "=", "controllers.id")
        .select(namesOf("doors").as("names"))
        .as("doors"),
      eb
        .selectFrom("cameras")
        .whereRef("cameras.controller_id", "=", "controllers.id")
        .select(namesOf("cameras").as("names"))
        .as("cameras"),
      "configuration as configurationKept",
      "configuration_at as configurationAt",
      "public_key as publicKey",
      "pairing_expires_at as pairingExpiresAt",
      "version",
      "last_seen_at as lastSeenAt",
      "status",
      "status_at as statusAt",
      "second_sign_in as secondSignIn",
      ...comparedColumns,
    ])
    .$if("buildingId" in which, (query) =>
      query.where("controllers.building_id", "=", "buildingId" in which ? which.buildingId : ""),
    )
    .$if("id" in which, (query) => query.where("controllers.id", "=", "id" in which ? which.id : ""))
    .orderBy("controllers.created_at")
    .orderBy("controllers.id")
    .execute();
}

const namesOf = (table: "cameras" | "doors") => sql<{ id: string; name: string }[]>`coalesce(json_agg(
    json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)})
    order by ${sql.ref(`${table}.name`)}), '[]')`;

/**
 * Locks the controller's row, so that two batches of its facts are never taken at once; undefined for one that is gone, or
 * whose key is another by now.
 */
export function lockAcknowledged(trx: Trx, { id, key }: { id: string; key: string }) {
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
    .where("id", "=", id)
    .where("public_key", "=", key)
    .forUpdate()
    .executeTakeFirst();
}

export async function acknowledge(trx: Trx, controllerId: string, upTo: number, at: Date): Promise<void> {
  await trx
    .updateTable("controllers")
    .set({ acknowledged: upTo, last_seen_at: at })
    .where("id", "=", controllerId)
    .execute();
}
