import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** A door by its whole localId or its id. */
export function findReaderDoor(db: Db, buildingId: string, door: string) {
  return db
    .selectFrom("doors")
    .select(["id", "controller_id as controllerId"])
    .where("building_id", "=", buildingId)
    .where((eb) => eb.or([eb("local_id", "=", door), eb(sql`id::text`, "=", door.toLowerCase())]))
    .executeTakeFirst();
}

/** The reader waits for this from now on, and for nobody who asked before. */
export async function putSetup(
  trx: Trx,
  setup: { id: string; doorId: string; sessionId: string; socketId: string; expiresAt: Date },
): Promise<void> {
  const asked = {
    id: setup.id,
    session_id: setup.sessionId,
    socket_id: setup.socketId,
    expires_at: setup.expiresAt,
  };
  await trx
    .insertInto("reader_setups")
    .values({ door_id: setup.doorId, ...asked })
    .onConflict((conflict) => conflict.column("door_id").doUpdateSet(asked))
    .execute();
}

/** @returns false where another has its place, or it was taken */
export async function dropSetup(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("reader_setups").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a setup of this session at a door of this building, unless another took its place. @returns at which door */
export function dropSetupOf(
  db: Db,
  setup: { id: string; sessionId: string; buildingId: string },
): Promise<{ doorId: string; controllerId: string | null } | undefined> {
  return db
    .deleteFrom("reader_setups")
    .using("doors")
    .whereRef("doors.id", "=", "reader_setups.door_id")
    .where("reader_setups.id", "=", setup.id)
    .where("reader_setups.session_id", "=", setup.sessionId)
    .where("doors.building_id", "=", setup.buildingId)
    .returning(["doors.id as doorId", "doors.controller_id as controllerId"])
    .executeTakeFirst();
}

/** Takes a setup that still waits at a door of this building: once. */
export function takeSetup(db: Db, setup: { id: string; doorId: string; buildingId: string }, now: Date) {
  return db
    .deleteFrom("reader_setups")
    .using("doors")
    .whereRef("doors.id", "=", "reader_setups.door_id")
    .where("reader_setups.id", "=", setup.id)
    .where("reader_setups.door_id", "=", setup.doorId)
    .where("doors.building_id", "=", setup.buildingId)
    .where("reader_setups.expires_at", ">", now)
    .returning(["reader_setups.session_id as sessionId", "reader_setups.socket_id as socketId"])
    .executeTakeFirst();
}
