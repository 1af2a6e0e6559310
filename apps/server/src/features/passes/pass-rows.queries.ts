import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { type KeptLife, lifeColumns } from "./pass-columns.ts";

/** What a pass says about who may come in by it, and what was written down of it. */
export interface PassLife extends KeptLife {
  apartmentId: string | null;
  madeBy: string | null;
  controllerId: string | null;
  tellsExit: boolean;
}

/** A pass, held until the transaction ends: who else counts by it waits. */
export function lockPass(trx: Trx, passId: string): Promise<PassLife | undefined> {
  return trx
    .selectFrom("passes")
    .select([
      ...lifeColumns,
      "passes.apartment_id as apartmentId",
      "passes.made_by as madeBy",
      "passes.controller_id as controllerId",
      "passes.tells_exit as tellsExit",
    ])
    .where("id", "=", passId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Somebody who came in or went out. */
export interface Movement {
  id: string;
  passId: string;
  kind: "in" | "out";
  people: number;
  at: Date;
  byUser: string | null;
  /** Whom of the party's list it was; null for anybody else. */
  nameId: string | null;
  doorId: string | null;
  pictureFileId: string | null;
  documentFileId: string | null;
}

/** False when a movement has this id already. */
export async function insertMovement(trx: Trx, movement: Movement): Promise<boolean> {
  const inserted = await trx
    .insertInto("pass_movements")
    .values({
      id: movement.id,
      pass_id: movement.passId,
      kind: movement.kind,
      people: movement.people,
      at: movement.at,
      by_user: movement.byUser,
      name_id: movement.nameId,
      door_id: movement.doorId,
      picture_file_id: movement.pictureFileId,
      document_file_id: movement.documentFileId,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What a movement adds to its pass. Facts of doors may come late: the latest moment stays. */
export async function countMovement(
  trx: Trx,
  { passId, kind, people, at }: Pick<Movement, "passId" | "kind" | "people" | "at">,
): Promise<void> {
  await trx
    .updateTable("passes")
    .set((eb) => ({
      ...(kind === "in"
        ? { entered: eb("entered", "+", people) }
        : {
            went_out: eb("went_out", "+", people),
            // Once all went: those who stay were told of already.
            overstay_told_at: sql<Date>`case when went_out + ${people} < entered then overstay_told_at end`,
          }),
      last_movement_at: sql<Date>`greatest(last_movement_at, ${at}::timestamptz)`,
    }))
    .where("id", "=", passId)
    .execute();
}

/** A movement by its id. */
export function findMovement(db: Db, id: string) {
  return db
    .selectFrom("pass_movements")
    .select(["pass_id as passId", "kind", "people", "by_user as byUser", "name_id as nameId"])
    .where("id", "=", id)
    .executeTakeFirst();
}
