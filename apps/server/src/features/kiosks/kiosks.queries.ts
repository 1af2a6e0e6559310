import { lobbyRoles } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { deviceSessions, shiftSessions } from "../auth/device-sessions.ts";
import { livingSpaces } from "../spaces/index.ts";

/** The devices of a building's lobby that nobody took back, the oldest first, with their sessions. */
export function findKiosks(db: Db, of: { buildingId: string } | { id: string }, now: Date) {
  return db
    .selectFrom("kiosks")
    .leftJoin(deviceSessions(now), "device.kiosk_id", "kiosks.id")
    .leftJoin(shiftSessions(now), "shift.kiosk_id", "kiosks.id")
    .leftJoin("users", "users.id", "shift.user_id")
    .select([
      "kiosks.id as id",
      "kiosks.building_id as buildingId",
      "kiosks.user_id as userId",
      "kiosks.name as name",
      "kiosks.created_at as createdAt",
      "kiosks.paired_at as pairedAt",
      "kiosks.code_expires_at as codeExpiresAt",
      "device.id as sessionId",
      "device.user_agent as userAgent",
      sql<Date | null>`greatest(device.last_used_at, shift.last_used_at)`.as("lastSeenAt"),
      "users.id as onShiftId",
      "users.name as onShiftName",
      "shift.created_at as shiftSince",
    ])
    .where(
      "buildingId" in of ? "kiosks.building_id" : "kiosks.id",
      "=",
      "buildingId" in of ? of.buildingId : of.id,
    )
    .where("kiosks.taken_back_at", "is", null)
    .orderBy("kiosks.created_at")
    .orderBy("kiosks.id")
    .execute();
}
export type KioskRow = Awaited<ReturnType<typeof findKiosks>>[number];

/** Two that are offered at once are one after the other, so that no more are kept than may be. */
export async function lockKiosksOf(trx: Trx, buildingId: string): Promise<number> {
  await trx.selectFrom("buildings").select("id").where("id", "=", buildingId).forNoKeyUpdate().execute();
  const row = await trx
    .selectFrom("kiosks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("building_id", "=", buildingId)
    .where("taken_back_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertKiosk(
  trx: Trx,
  kiosk: {
    id: string;
    buildingId: string;
    userId: string;
    name: string;
    codeDigest: Buffer;
    codeExpiresAt: Date;
    createdAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto("kiosks")
    .values({
      id: kiosk.id,
      building_id: kiosk.buildingId,
      user_id: kiosk.userId,
      name: kiosk.name,
      code_digest: kiosk.codeDigest,
      code_expires_at: kiosk.codeExpiresAt,
      created_at: kiosk.createdAt,
    })
    .execute();
}

/** Uses a code up: whose it was, undefined when nobody's or too old. */
export function useCode(trx: Trx, codeDigest: Buffer, now: Date) {
  return trx
    .updateTable("kiosks")
    .set({ code_digest: null, code_expires_at: null, paired_at: now })
    .where("code_digest", "=", codeDigest)
    .where("code_expires_at", ">", now)
    .where("taken_back_at", "is", null)
    .returning(["id", "building_id as buildingId", "user_id as userId", "name"])
    .executeTakeFirst();
}

/** Undefined when the building has no such device, or somebody took it back before. */
export function markTakenBack(trx: Trx, kiosk: { id: string; buildingId: string }, now: Date) {
  return trx
    .updateTable("kiosks")
    .set({ taken_back_at: now, code_digest: null, code_expires_at: null })
    .where("id", "=", kiosk.id)
    .where("building_id", "=", kiosk.buildingId)
    .where("taken_back_at", "is", null)
    .returning(["user_id as userId", "name"])
    .executeTakeFirst();
}

/** Holds a device until the transaction ends: shifts begin at it one after the other. False when it was taken back. */
export async function lockKiosk(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("kiosks")
    .select("id")
    .where("id", "=", id)
    .where("taken_back_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** A device and the building of its lobby, as its screen names them. */
export function findKioskPlace(db: Db, id: string) {
  return db
    .selectFrom("kiosks")
    .innerJoin("buildings", "buildings.id", "kiosks.building_id")
    .select([
      "kiosks.name as kioskName",
      "buildings.id as id",
      "buildings.name as name",
      "buildings.address1 as address1",
      "buildings.city as city",
      "buildings.state as state",
      "buildings.type as type",
      "buildings.time_zone as timeZone",
    ])
    .where("kiosks.id", "=", id)
    .executeTakeFirst();
}

/** Whoever is at a device: what its screen shows of them. */
export function findShown(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["name", "photo_file_id as photoFileId"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Somebody who works at this building's lobby, by their document's number, with their PIN for shifts. */
export function findLobbyPerson(
  db: Db,
  of: { buildingId: string } & ({ cedula: string } | { userId: string }),
  now: Date,
) {
  return db
    .selectFrom("users")
    .innerJoin("shift_pins", "shift_pins.user_id", "users.id")
    .select([
      "users.id as id",
      "users.cedula as cedula",
      "users.is_demonstration as isDemonstration",
      "shift_pins.pin_hash as pinHash",
    ])
    .where("cedula" in of ? "users.cedula" : "users.id", "=", "cedula" in of ? of.cedula : of.userId)
    .where("users.user_type", "=", "USER")
    .where("users.active", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom(livingSpaces(now))
          .select("spaces.id")
          .whereRef("spaces.user_id", "=", "users.id")
          .where("spaces.building_id", "=", of.buildingId)
          .where("spaces.role", "in", lobbyRoles),
      ),
    )
    .executeTakeFirst();
}
