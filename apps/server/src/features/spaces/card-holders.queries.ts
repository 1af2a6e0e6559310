import type { Trx } from "../../platform/database.ts";

/*
 * Where people without an account are, and for how long. Who may be read through `livingCardHolders`; who makes,
 * changes or ends it writes its line of the audit in the same transaction.
 */

interface Stay {
  buildingId: string;
  /** Null for the building's own. */
  apartmentId: string | null;
  from: Date | null;
  until: Date | null;
}

const placeOf = ({ apartmentId, from, until }: Stay) => ({
  belongs_to: apartmentId === null ? ("building" as const) : ("home" as const),
  apartment_id: apartmentId,
  begins_at: from,
  ends_at: until,
});

export async function insertCardHolder(trx: Trx, stay: Stay & { userId: string; at: Date }): Promise<void> {
  await trx
    .insertInto("card_holders")
    .values({
      user_id: stay.userId,
      building_id: stay.buildingId,
      ...placeOf(stay),
      created_at: stay.at,
    })
    .execute();
}

export async function changeCardHolderStay(trx: Trx, userId: string, stay: Stay): Promise<void> {
  await trx.updateTable("card_holders").set(placeOf(stay)).where("user_id", "=", userId).execute();
}

/** Somebody whom nobody took away, also when their time has run out; whoever else changes them waits. */
export function lockCardHolder(trx: Trx, buildingId: string, userId: string) {
  return trx
    .selectFrom("card_holders")
    .select(["user_id as userId", "apartment_id as apartmentId", "begins_at as from", "ends_at as until"])
    .where("user_id", "=", userId)
    .where("building_id", "=", buildingId)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Over at this moment. Their row stays: what they opened keeps its name. */
export async function endCardHolder(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx.updateTable("card_holders").set({ ended_at: at }).where("user_id", "=", userId).execute();
}

/** The same for all of a home. @returns whom */
export async function endCardHoldersOf(trx: Trx, apartmentId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable("card_holders")
    .set({ ended_at: at })
    .where("apartment_id", "=", apartmentId)
    .where("ended_at", "is", null)
    .returning("user_id as userId")
    .execute();
  return rows.map(({ userId }) => userId);
}
