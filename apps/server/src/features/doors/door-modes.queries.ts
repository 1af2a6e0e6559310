import type { Trx } from "../../platform/database.ts";

/** A door's mode, held until the transaction ends. */
export function lockMode(trx: Trx, id: string) {
  return trx
    .selectFrom("doors")
    .select(["building_id as buildingId", "locked_until as lockedUntil"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateMode(trx: Trx, id: string, lockedUntil: Date | null): Promise<void> {
  await trx.updateTable("doors").set({ locked_until: lockedUntil }).where("id", "=", id).execute();
}
