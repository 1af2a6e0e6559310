import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { homeSpaces, livingSpaces, stayBegan } from "../spaces/index.ts";
import { type KeptLife, lifeColumns } from "./pass-columns.ts";

/** What is told of a guest, and of whose. */
export interface ToldPass {
  id: string;
  buildingId: string;
  apartmentId: string | null;
  madeBy: string | null;
  name: string;
  endsAt: Date;
  lastMovementAt: Date | null;
  building: string;
  timeZone: string;
}

const toldColumns = [
  "passes.id as id",
  "passes.building_id as buildingId",
  "passes.apartment_id as apartmentId",
  "passes.made_by as madeBy",
  "passes.ends_at as endsAt",
  "passes.last_movement_at as lastMovementAt",
  "buildings.name as building",
  "buildings.time_zone as timeZone",
] as const;

/** That the first came by a pass is about to be told: to nobody again. Undefined when it was told, or nobody came. */
export function markArrivalTold(trx: Trx, passId: string, at: Date): Promise<ToldPass | undefined> {
  return trx
    .updateTable("passes")
    .from("buildings")
    .set({ arrival_told_at: at })
    .whereRef("buildings.id", "=", "passes.building_id")
    .where("passes.id", "=", passId)
    .where("passes.entered", ">", 0)
    .where("passes.arrival_told_at", "is", null)
    .where("passes.guest_name", "is not", null)
    .returning(toldColumns)
    .returning((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
    .executeTakeFirst();
}

/** The same of who stays beyond the time. Undefined when it was told, or all went. */
export function markOverstayTold(trx: Trx, passId: string, at: Date): Promise<ToldPass | undefined> {
  return trx
    .updateTable("passes")
    .from("buildings")
    .set({ overstay_told_at: at })
    .whereRef("buildings.id", "=", "passes.building_id")
    .where("passes.id", "=", passId)
    .whereRef("passes.entered", ">", "passes.went_out")
    .where("passes.tells_overstay", "=", true)
    .where("passes.overstay_told_at", "is", null)
    .where("passes.guest_name", "is not", null)
    .returning(toldColumns)
    .returning((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
    .executeTakeFirst();
}

/** A pass whose guest is known; undefined for another. */
export function findToldPass(
  db: Db,
  passId: string,
): Promise<(ToldPass & { tellsExit: boolean }) | undefined> {
  return db
    .selectFrom("passes")
    .innerJoin("buildings", "buildings.id", "passes.building_id")
    .select(toldColumns)
    .select("passes.tells_exit as tellsExit")
    .select((eb) => eb.ref("passes.guest_name").$notNull().as("name"))
    .where("passes.id", "=", passId)
    .where("passes.guest_name", "is not", null)
    .executeTakeFirst();
}

/** Whose a pass is, whatever became of its guest's name. */
export function findWhose(db: Db, passId: string) {
  return db
    .selectFrom("passes")
    .select(["id", "building_id as buildingId", "apartment_id as apartmentId"])
    .where("id", "=", passId)
    .executeTakeFirst();
}

/** Those of these that were taken back, and by nobody: one of each home, and of each building's own. */
export function findEndedByThemselves(db: Db, passIds: readonly string[]) {
  return db
    .selectFrom("passes")
    .distinctOn(["building_id", "apartment_id"])
    .select(["id", "building_id as buildingId", "apartment_id as apartmentId"])
    .where("id", "in", [...passIds])
    .where("taken_back_at", "is not", null)
    .where("taken_back_by", "is", null)
    .execute();
}

/**
 * The people of a pass: those who live in its home and did before it was over (whose exit is noted long after may be a guest
 * of who lived there then), and whoever made it, while they are anything there.
 */
export async function findHosts(
  db: Db,
  { id, buildingId, apartmentId, madeBy }: Pick<ToldPass, "id" | "buildingId" | "apartmentId" | "madeBy">,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom(homeSpaces(now))
            .select("spaces.id")
            .whereRef("spaces.user_id", "=", "users.id")
            .where("spaces.apartment_id", "=", apartmentId)
            .where(
              sql<boolean>`${stayBegan} <= (
                select least(passes.ends_at, passes.taken_back_at) from passes where passes.id = ${id})`,
            ),
        ),
        eb.and([
          eb("users.id", "=", madeBy),
          eb.exists(
            eb
              .selectFrom(livingSpaces(now))
              .select("spaces.id")
              .whereRef("spaces.user_id", "=", "users.id")
              .where("spaces.building_id", "=", buildingId),
          ),
        ]),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Passes of which somebody is inside, where it is to be told, and was not, that they stay too long. */
const inside = (db: Db) =>
  db
    .selectFrom("passes")
    .whereRef("entered", ">", "went_out")
    .where("tells_overstay", "=", true)
    .where("overstay_told_at", "is", null)
    .where("guest_name", "is not", null);

/** Is there anybody who might stay too long? */
export async function isAnybodyInside(db: Db): Promise<boolean> {
  return (await inside(db).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Of whom somebody may be inside beyond the time, and nobody was told: the end is over, or there are hours of the week. */
export function findOverstaying(db: Db, now: Date): Promise<KeptLife[]> {
  return inside(db)
    .select(lifeColumns)
    .where((eb) => eb.or([eb("ends_at", "<=", now), eb("hours", "is not", null)]))
    .orderBy("ends_at")
    .execute();
}
