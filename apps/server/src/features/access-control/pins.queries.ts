import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingCardHolders, livingSpaces } from "../spaces/index.ts";

const columns = [
  "id",
  "digits",
  "suspended_at as suspendedAt",
  "suspended_by_holder as isSuspendedByHolder",
  "valid_from as from",
  "valid_until as until",
  "made_at as madeAt",
  "last_time_used as lastTimeUsed",
] as const;

/** The PIN of somebody in a building. */
export function findPin(db: Db, buildingId: string, userId: string) {
  return db
    .selectFrom("door_pins")
    .select(columns)
    .where("building_id", "=", buildingId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}
export type PinRow = NonNullable<Awaited<ReturnType<typeof findPin>>>;

/** Whose PIN has this digest in a building; undefined for nobody's. */
export function findPinByDigest(db: Db, buildingId: string, digest: Buffer) {
  return db
    .selectFrom("door_pins")
    .select(["user_id as userId", ...columns])
    .where("building_id", "=", buildingId)
    .where("digest", "=", digest)
    .executeTakeFirst();
}

/** What is kept of somebody's PINs, in every building. */
export function findPinDigestsOf(db: Db, userId: string) {
  return db
    .selectFrom("door_pins")
    .select(["building_id as buildingId", "digest"])
    .where("user_id", "=", userId)
    .execute();
}

/** Who has a PIN of one of these lengths in a building, by name. */
export function findHoldersOfLengths(
  db: Db,
  buildingId: string,
  lengths: readonly number[],
): Promise<{ userId: string; name: string }[]> {
  return db
    .selectFrom("door_pins")
    .innerJoin("users", "users.id", "door_pins.user_id")
    .select(["users.id as userId", "users.name as name"])
    .where("door_pins.building_id", "=", buildingId)
    .where("door_pins.digits", "in", [...lengths])
    .orderBy("users.name")
    .orderBy("users.id")
    .execute();
}

/** Doors of a building at which something can be typed. */
export async function findKeypadDoors(db: Db, buildingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from doors
    where building_id = ${buildingId} and (reader ->> 'hasKeypad')::boolean is true
      -- one that an earlier version wrote: such a reader has none
      and reader ->> 'kind' <> 'keyboard-wedge'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Puts a PIN in the place of the one that somebody had. */
export async function replacePin(
  trx: Trx,
  pin: {
    id: string;
    buildingId: string;
    userId: string;
    digest: Buffer;
    digits: number;
    from: Date | null;
    until: Date | null;
    at: Date;
  },
): Promise<PinRow> {
  const { id, digest, digits } = pin;
  const fresh = {
    digest,
    digits,
    suspended_at: null,
    suspended_by_holder: false,
    valid_from: pin.from,
    valid_until: pin.until,
    made_at: pin.at,
    last_time_used: null,
  };
  return trx
    .insertInto("door_pins")
    .values({ id, building_id: pin.buildingId, user_id: pin.userId, ...fresh })
    .onConflict((conflict) => conflict.columns(["building_id", "user_id"]).doUpdateSet(fresh))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updatePin(
  trx: Trx,
  id: string,
  pin: { suspendedAt: Date | null; isSuspendedByHolder: boolean; from: Date | null; until: Date | null },
): Promise<PinRow> {
  return trx
    .updateTable("door_pins")
    .set({
      suspended_at: pin.suspendedAt,
      suspended_by_holder: pin.isSuspendedByHolder,
      valid_from: pin.from,
      valid_until: pin.until,
    })
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function removePin(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("door_pins").where("id", "=", id).execute();
}

/** A PIN ends with the stay of whoever holds it: who comes back later gets another one. */
export async function removePinsOfGone(
  trx: Trx,
  { buildingId, userIds, now }: { buildingId: string; userIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    delete from door_pins
    where building_id = ${buildingId} and user_id = any(${[...userIds]}::uuid[])
      and not exists (select from ${livingSpaces(now)}
        where spaces.user_id = door_pins.user_id and spaces.building_id = door_pins.building_id)
      and not exists (select from ${livingCardHolders(now)}
        where card_holders.user_id = door_pins.user_id and card_holders.building_id = door_pins.building_id)`.execute(
    trx,
  );
}

/** A PIN and its holder, who is something in its building. */
export interface HeldPin {
  userId: string;
  isActive: boolean;
  pinId: string;
  digest: string;
  isSuspended: boolean;
  from: Date | null;
  until: Date | null;
}

/** The PINs of some people in a building, by person. */
export async function findHeldPins(
  db: Db,
  { buildingId, userIds }: { buildingId: string; userIds: readonly string[] },
): Promise<HeldPin[]> {
  const { rows } = await sql<HeldPin>`
    select users.id as "userId", users.active as "isActive", door_pins.id as "pinId",
      encode(door_pins.digest, 'hex') as "digest", door_pins.suspended_at is not null as "isSuspended",
      door_pins.valid_from as "from", door_pins.valid_until as "until"
    from door_pins join users on users.id = door_pins.user_id
    where door_pins.building_id = ${buildingId} and door_pins.user_id = any(${[...userIds]}::uuid[])
    order by door_pins.user_id`.execute(db);
  return rows;
}

/** Digits of the longest PIN of a building; null without any. */
export async function longestPin(db: Db, buildingId: string): Promise<number | null> {
  const { rows } = await sql<{ digits: number | null }>`
    select max(digits)::int as "digits" from door_pins where building_id = ${buildingId}`.execute(db);
  return rows[0]?.digits ?? null;
}

/** A PIN let somebody in. Facts may come late, and in whatever order: the latest counts. */
export async function noteUseOfPin(
  trx: Trx,
  { buildingId, userId, at }: { buildingId: string; userId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("door_pins")
    .set({ last_time_used: at })
    .where("building_id", "=", buildingId)
    .where("user_id", "=", userId)
    // One that was made since is another.
    .where("made_at", "<=", at)
    .where((eb) => eb.or([eb("last_time_used", "is", null), eb("last_time_used", "<", at)]))
    .execute();
}

/** The buildings of somebody: where they are anything now. */
export function findOwnBuildings(db: Db, userId: string, now: Date) {
  return db
    .selectFrom(livingSpaces(now))
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .select(["buildings.id as id", "buildings.name as name"])
    .distinct()
    .where("spaces.user_id", "=", userId)
    .orderBy("buildings.name")
    .orderBy("buildings.id")
    .execute();
}
