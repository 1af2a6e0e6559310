import type { Db, Trx } from "../../platform/database.ts";

/**
 * Whose a door or a camera is, or under a building's id what is the whole building's; null for nobody's, undefined for
 * one that is not there.
 */
export async function findHolderId(db: Db, deviceId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom("doors")
    .select("controller_id")
    .where("id", "=", deviceId)
    .unionAll(db.selectFrom("cameras").select("controller_id").where("id", "=", deviceId))
    .unionAll(
      db
        .selectFrom("buildings")
        .select((eb) =>
          eb
            .selectFrom("controllers")
            .whereRef("controllers.building_id", "=", "buildings.id")
            .where("is_main", "=", true)
            .select("controllers.id")
            .as("controller_id"),
        )
        .where("buildings.id", "=", deviceId),
    )
    .executeTakeFirst();
  return row?.controller_id;
}

/**
 * Whose device it is, and until when it was this controller's; undefined for one that is not there.
 * @param known under which ids it may have been: an input also under its own
 */
export async function findHolder(
  trx: Trx,
  controllerId: string,
  deviceId: string,
  known: readonly string[] = [deviceId],
): Promise<{ controllerId: string | null; until: Date | null } | undefined> {
  const holder = await findHolderId(trx, deviceId);
  if (holder === undefined) {
    return undefined;
  }
  if (holder === controllerId) {
    return { controllerId: holder, until: null };
  }
  const former = await trx
    .selectFrom("former_devices")
    .select("until")
    .where("controller_id", "=", controllerId)
    .where("device_id", "in", known)
    .orderBy("until", "desc")
    .executeTakeFirst();
  return { controllerId: holder, until: former?.until ?? null };
}

export async function keepFormer(
  trx: Trx,
  former: { controllerId: string; deviceId: string; until: Date },
): Promise<void> {
  await trx
    .insertInto("former_devices")
    .values({ controller_id: former.controllerId, device_id: former.deviceId, until: former.until })
    .onConflict((conflict) =>
      conflict.columns(["controller_id", "device_id"]).doUpdateSet({ until: former.until }),
    )
    .execute();
}

/** An input goes with its door, or with what is the whole building's. */
export async function findPlaceOfInput(db: Db, inputId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("inputs")
    .select(["door_id", "building_id"])
    .where("id", "=", inputId)
    .executeTakeFirst();
  return row && (row.door_id ?? row.building_id);
}
