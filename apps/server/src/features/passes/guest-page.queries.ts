import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { lifeColumns } from "./pass-columns.ts";

const pageColumns = [
  ...lifeColumns,
  "passes.apartment_id as apartmentId",
  "passes.made_as as madeAs",
  "passes.guest_id as guestId",
  "passes.guest_name as guestName",
  "passes.sealed as sealed",
  // What a party is called is nobody's name.
  sql<boolean>`(coalesce(passes.entries, 1) > 1 or exists (
    select from pass_names where pass_names.pass_id = passes.id))`.as("isParty"),
  "buildings.name as buildingName",
  "buildings.address1 as address1",
  "buildings.city as city",
  "buildings.time_zone as timeZone",
] as const;

/** A pass whose page was not let go: by its secret, or of a guest who is there. */
export function findPage(db: Db, of: { secretDigest: Buffer } | { passId: string }) {
  return db
    .selectFrom("passes")
    .innerJoin("buildings", "buildings.id", "passes.building_id")
    .select(pageColumns)
    .where("secretDigest" in of ? "passes.secret_digest" : "passes.id", "=", keyOf(of))
    .where("passes.secret_digest", "is not", null)
    .where("passes.guest_name", "is not", null)
    .$narrowType<{ guestName: string }>()
    .executeTakeFirst();
}
export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;

const keyOf = (of: { secretDigest: Buffer } | { passId: string }): Buffer | string =>
  "secretDigest" in of ? of.secretDigest : of.passId;

/** Whose guest's account it is, held until the transaction ends; undefined when the page was let go. */
export function lockGuest(trx: Trx, passId: string) {
  return trx
    .selectFrom("passes")
    .select(["guest_id as guestId", "guest_name as name"])
    .where("id", "=", passId)
    .where("secret_digest", "is not", null)
    .where("guest_name", "is not", null)
    .$narrowType<{ name: string }>()
    .forUpdate()
    .executeTakeFirst();
}

export async function nameGuest(trx: Trx, passId: string, guestId: string): Promise<void> {
  await trx.updateTable("passes").set({ guest_id: guestId }).where("id", "=", passId).execute();
}
